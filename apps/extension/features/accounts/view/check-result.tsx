/** Shows the result of saving an account: its limits, or each problem with what to do about it. */
import { Notice, ProblemNotice } from "@inlay/ui/Notice"

import { account as words, checkText } from "../../../locales/settings.ts"
import type { Check } from "../requests.ts"

export type Saving =
  | { readonly at: "rest" }
  | { readonly at: "incorrect" }
  /** `hasNewInput`: something has been entered since, which is not what is saved. */
  | { readonly at: "checking"; readonly hasNewInput?: true }
  | {
      readonly at: "checked"
      readonly check: Pick<Check, "ok" | "saved" | "isUnasked" | "limits">
      /** One text for each problem. */
      readonly problems: ReadonlyArray<string>
      readonly forced: boolean
    }

const Limits = ({ limits }: Pick<Check, "limits">) => (
  <dl class="facts">
    {limits.map(({ label, value }) => (
      <div>
        <dt>{checkText(label)}</dt>
        <dd>{checkText(value)}</dd>
      </div>
    ))}
  </dl>
)

const resultOf = ({ ok, saved, isUnasked }: Pick<Check, "ok" | "saved" | "isUnasked">): string => {
  if (isUnasked === true) return words.savedHere
  if (ok) return words.saved
  return saved ? words.savedUnchecked : words.notSaved
}

export const CheckResult = ({ saving }: { readonly saving: Saving }) => {
  if (saving.at === "rest" || saving.at === "checking") return null
  if (saving.at === "incorrect") return <ProblemNotice text={words.correct} />
  const { check } = saving
  const { ok: good, saved } = check
  return (
    <div class="stack tight">
      <Notice tone={good ? "good" : saved ? "warning" : "danger"} announce>
        <strong>{resultOf(check)}</strong>
        {saving.problems.map((text) => (
          <span class="problem-text">{text}</span>
        ))}
      </Notice>
      {check.limits.length > 0 && <Limits limits={check.limits} />}
    </div>
  )
}
