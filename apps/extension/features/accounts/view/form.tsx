/** The form of one account, drawn from its kind's description of the fields. */
import type { Field as FieldInfo } from "@inlay/agent-plugin/manifest"
import { Button } from "@inlay/ui/Button"
import { Field } from "@inlay/ui/Field"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"

import { account as words } from "../../../locales/settings.ts"
import { originsOf } from "../../../messaging/account-address.ts"
import type { AccountRef } from "../../../messaging/account.ts"
import type { Send } from "../../../messaging/client.ts"
import { problemText } from "../../../ui/text/problem.ts"
import { useLeaveWarning } from "../../../ui/use-leave-warning.ts"
import { rememberHosts } from "../../repository/remember-hosts.ts"
import type { AccountView, Check, Connectable } from "../requests.ts"
import { accountProblemText, fieldAdvice } from "./account-problem.ts"
import { CheckResult, type Saving } from "./check-result.tsx"
import { revokeUnused, isGranted, request } from "./permission.ts"
import { useEntered } from "./use-entered.ts"
import { normalise, problems, type Values } from "./values.ts"

const FIELD_WORDS = {
  required: words.required,
  stored: words.stored,
  storedFile: words.storedFile,
  choose: words.choose,
  international: words.international
}

interface AccountFormProps {
  readonly send: Send
  readonly plugin: Connectable
  readonly kind: Connectable["accountKinds"][number]
  /** `null` for a new account. */
  readonly stored: AccountView | null
  /** The name of a new account; a stored account keeps its own. */
  readonly name: string
  /** What is wrong with the name, or `undefined` if it is valid. */
  readonly nameProblem: string | undefined
  /** Called with whether anything is entered that is not saved. */
  readonly onInput?: ((isEntered: boolean) => void) | undefined
  /** Called after saving, so that `stored` is read again. */
  readonly onSaved: (account: AccountRef) => void
}

/**
 * Those of the origins that are already allowed. Determined before the click, because the permission request must not
 * wait, and again whenever the origins change, because a permission may have been given back since.
 */
const useGranted = (origins: ReadonlyArray<string>): { readonly current: ReadonlySet<string> } => {
  const grantedOrigins = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const current = new Set<string>()
    grantedOrigins.current = current
    for (const origin of origins) void isGranted([origin]).then((yes) => yes && current.add(origin))
  }, [origins.join(" ")])
  return grantedOrigins
}

const NOT_SAVED: Pick<Check, "ok" | "saved" | "limits"> = { ok: false, saved: false, limits: [] }

const failure = (...texts: ReadonlyArray<string>): Saving => ({
  at: "checked",
  forced: false,
  check: NOT_SAVED,
  problems: texts
})

const AccountField = (props: {
  readonly field: FieldInfo
  readonly value: string
  readonly stored: AccountView | null
  readonly error: string | undefined
  readonly onInput: (value: string) => void
}) => {
  const { stored, ...own } = props
  const { name, proposed } = own.field
  const isProposed = stored === null && proposed !== undefined && own.value === proposed
  return (
    <Field
      {...own}
      words={FIELD_WORDS}
      stored={stored?.hasSecret[name] === true}
      note={isProposed ? words.proposed : undefined}
    />
  )
}

export const AccountForm = (props: AccountFormProps) => {
  const { send, plugin, kind, stored, name, nameProblem, onInput, onSaved } = props
  const { fields } = kind
  const { values, isEntered, enter, replace, onSaved: keepSaved } = useEntered(fields, stored)
  useLayoutEffect(() => onInput?.(isEntered), [isEntered])
  const [errors, setErrors] = useState<Values>({})
  const [saving, setSaving] = useState<Saving>({ at: "rest" })
  // What was saved counts as entered until it is read again.
  useLeaveWarning(isEntered && !(saving.at === "checked" && saving.check.saved))
  const more = useRef<HTMLDetailsElement>(null)
  const grantedOrigins = useGranted(originsOf(fields, values))

  /** @param requested origins that the browser is asked for, and that are given back if nothing is saved */
  const save = async (leave: Promise<boolean>, requested: ReadonlyArray<string>, input: Values, force: boolean) => {
    setSaving({ at: "checking" })
    const origins = originsOf(fields, input)
    if (!(await leave.catch(() => false)) && !force) {
      const hosts = origins.map((origin) => new URL(origin).host).join(", ")
      return setSaving(failure(`${words.denied(hosts)} ${words.deniedAdvice}`))
    }
    const ref = { plugin: plugin.id, account: name }
    const reply = await send("saveAccount", { ...ref, isNew: stored === null, kind: kind.id, values: input, force })
    if (!reply.ok || !reply.output.saved) await revokeUnused(send, requested)
    if (!reply.ok) {
      const { error } = reply
      // The worker stores after the check, which was sent.
      return setSaving(failure(problemText(error.own?.is === "storage" ? { ...error, nothing: "stored" } : error)))
    }
    const check = reply.output
    // Stored before "Saved" is shown, after which the user may close this page.
    if (check.saved) await rememberHosts(send)
    setErrors(
      Object.fromEntries(
        check.problems.flatMap((problem) =>
          problem.field === undefined ? [] : [[problem.field, fieldAdvice(problem)]]
        )
      )
    )
    const result: Saving = {
      at: "checked",
      forced: force,
      check,
      problems: check.problems.map((one) => accountProblemText(fields, one))
    }
    setSaving((now) => (check.saved && now.at === "checking" && now.hasNewInput === true ? { at: "rest" } : result))
    if (!check.saved) return undefined
    if (stored !== null) await revokeUnused(send, originsOf(fields, stored.values))
    keepSaved(input)
    return onSaved(ref)
  }

  const submit = (force: boolean) => {
    if (saving.at === "checking") return
    const input = normalise(fields, values)
    const wrong = problems(fields, input, stored)
    setErrors(wrong)
    replace(input)
    if (nameProblem !== undefined || Object.keys(wrong).length > 0) {
      setSaving({ at: "incorrect" })
      if (fields.some((field) => field.advanced === true && wrong[field.name] !== undefined))
        more.current?.setAttribute("open", "")
      const first = fields.find((field) => wrong[field.name] !== undefined)
      const focusSelector = nameProblem === undefined ? `[name="${first?.name}"]` : "#account-name"
      document.querySelector<HTMLElement>(focusSelector)?.focus()
      return
    }
    const requestedOrigins = originsOf(fields, input).filter((origin) => !grantedOrigins.current.has(origin))
    const leave = requestedOrigins.length === 0 ? Promise.resolve(true) : request(requestedOrigins)
    void save(leave, requestedOrigins, input, force)
  }

  const draw = (field: FieldInfo) => (
    <AccountField
      key={field.name}
      field={field}
      value={values[field.name] ?? ""}
      stored={stored}
      error={errors[field.name]}
      onInput={(value) => {
        enter(field.name, value)
        // What is entered now is not what was saved.
        setSaving((now) => {
          if (now.at === "checking") return { ...now, hasNewInput: true }
          return now.at === "checked" && now.check.saved ? { at: "rest" } : now
        })
      }}
    />
  )
  const basic = fields.filter(({ advanced }) => advanced !== true)
  const advancedFields = fields.filter((field) => field.advanced === true)
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(false)
      }}
    >
      {basic.filter(({ type }) => type !== "number").map(draw)}
      <div class="pair">{basic.filter(({ type }) => type === "number").map(draw)}</div>
      {advancedFields.length > 0 && (
        <details ref={more}>
          <summary>{words.more}</summary>
          <div class="pair">{advancedFields.map(draw)}</div>
        </details>
      )}
      <CheckResult saving={saving} />
      <div class="actions">
        <Button type="submit" look="primary" busy={saving.at === "checking"}>
          {saving.at === "checking" ? words.saving : words.save}
        </Button>
        {saving.at === "checked" && !saving.check.saved && !saving.forced && (
          <Button onClick={() => submit(true)}>{words.saveAnyway}</Button>
        )}
      </div>
    </form>
  )
}
