/** What came of saving: limits, or each problem with its remedy. */
import { account as words } from "../../../locales/en/account.ts"
import { Notice } from "../../../ui/Notice.tsx"
import type { Check } from "../requests.ts"

export type Saving =
  | { readonly at: "rest" }
  | { readonly at: "incorrect" }
  | { readonly at: "checking" }
  | { readonly at: "checked"; readonly check: Check; readonly forced: boolean }

const Limits = ({ limits }: Pick<Check, "limits">) => (
  <dl class="facts">
    {limits.map(({ label, value }) => (
      <div>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export const CheckResult = ({ saving }: { readonly saving: Saving }) => {
  if (saving.at === "rest" || saving.at === "checking") return null
  if (saving.at === "incorrect") {
    return (
      <Notice tone="danger" announce>
        {words.correct}
      </Notice>
    )
  }
  const { check } = saving
  const { ok: good, saved } = check
  return (
    <div class="stack tight">
      <Notice tone={good ? "good" : saved ? "warning" : "danger"} announce>
        <strong>{good ? words.saved : saved ? words.savedUnchecked : words.notSaved}</strong>
        {check.problems.map(({ what, fix }) => (
          <span class="fix">
            {what} {fix}
          </span>
        ))}
      </Notice>
      {check.limits.length > 0 && <Limits limits={check.limits} />}
    </div>
  )
}
