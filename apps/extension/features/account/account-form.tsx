/** The account form, drawn from the plugin's own description of its fields. */
import type { Field as FieldInfo } from "@inlay/agent-plugin/manifest"
import { useEffect, useRef, useState } from "preact/hooks"

import { account as words } from "../../locales/en/account.ts"
import type { Send } from "../../messaging/client.ts"
import type { AccountView as Stored, Check } from "../../messaging/contract.ts"
import { originOf } from "../../messaging/origin.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { CheckResult, type Saving } from "./check-result.tsx"
import { isEssential, normalise, problems, PROPOSED, type Values } from "./form.ts"
import { giveBack, isGranted, request } from "./permission.ts"

export interface AccountFormProps {
  readonly send: Send
  readonly fields: ReadonlyArray<FieldInfo>
  readonly stored: Stored | null
  readonly onSaved: () => void
}

/** Which origins need no question any more: known before the click, because the click has no time to ask. */
const useGranted = (origin: string | undefined): ReadonlySet<string> => {
  const granted = useRef(new Set<string>())
  useEffect(() => {
    if (origin !== undefined) void isGranted(origin).then((yes) => yes && granted.current.add(origin))
  }, [origin])
  return granted.current
}

const failed = (what: string, fix: string): Check => ({
  ok: false,
  saved: false,
  limits: [],
  problems: [{ what, fix }]
})

export const AccountForm = ({ send, fields, stored, onSaved }: AccountFormProps) => {
  const [values, setValues] = useState<Values>(
    // Of an account that cannot be read, nothing is known to begin with.
    stored === null || (stored.closed !== undefined && Object.keys(stored.values).length === 0)
      ? PROPOSED
      : stored.values
  )
  const [errors, setErrors] = useState<Values>({})
  const [saving, setSaving] = useState<Saving>({ at: "rest" })
  const form = useRef<HTMLFormElement>(null)
  const more = useRef<HTMLDetailsElement>(null)
  const origin = originOf(values["base_url"])
  const granted = useGranted(origin)

  const save = async (leave: Promise<boolean>, input: Values, force: boolean) => {
    setSaving({ at: "checking" })
    const host = new URL(input["base_url"] ?? "").host
    if (!(await leave.catch(() => false)) && !force) {
      return setSaving({ at: "checked", forced: false, check: failed(words.denied(host), words.deniedFix) })
    }
    const reply = await send("saveAccount", { values: input, force })
    if (!reply.ok) return setSaving({ at: "checked", forced: false, check: failed(reply.error.message, "") })
    const check = reply.output
    setErrors(
      Object.fromEntries(check.problems.flatMap(({ field, fix }) => (field === undefined ? [] : [[field, fix]])))
    )
    setSaving({ at: "checked", forced: force, check })
    if (!check.saved) return undefined
    const before = originOf(stored?.values["base_url"])
    if (before !== undefined && before !== originOf(input["base_url"])) await giveBack(before)
    setValues(Object.fromEntries(fields.filter(({ secret }) => !secret).map(({ name }) => [name, input[name] ?? ""])))
    return onSaved()
  }

  const submit = (force: boolean) => {
    if (saving.at === "checking") return
    const input = normalise(fields, values)
    const found = problems(fields, input, stored)
    const asked = originOf(input["base_url"])
    setErrors(found)
    setValues(input)
    if (Object.keys(found).length > 0 || asked === undefined) {
      setSaving({ at: "incorrect" })
      if (fields.some((field) => !isEssential(field) && found[field.name] !== undefined))
        more.current?.setAttribute("open", "")
      const first = fields.find(({ name }) => found[name] !== undefined)
      if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name="${first.name}"]`)?.focus()
      return
    }
    void save(granted.has(asked) ? Promise.resolve(true) : request(asked), input, force)
  }

  const isProposed = (name: string) =>
    stored === null && PROPOSED[name] !== undefined && values[name] === PROPOSED[name]
  const draw = (field: FieldInfo) => (
    <Field
      key={field.name}
      field={field}
      value={values[field.name] ?? ""}
      stored={stored?.hasSecret[field.name] === true}
      error={errors[field.name]}
      note={isProposed(field.name) ? words.proposed : undefined}
      onInput={(value) => setValues((now) => ({ ...now, [field.name]: value }))}
    />
  )
  const essential = fields.filter(isEssential)
  return (
    <form
      ref={form}
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(false)
      }}
    >
      <section class="panel" aria-labelledby="account-title">
        <h2 id="account-title">{words.formTitle}</h2>
        <p class="lead">{words.formLead}</p>
        {essential.filter(({ type }) => type !== "number").map(draw)}
        <div class="pair">{essential.filter(({ type }) => type === "number").map(draw)}</div>
        <details ref={more}>
          <summary>{words.more}</summary>
          <div class="pair">{fields.filter((field) => !isEssential(field)).map(draw)}</div>
        </details>
      </section>
      <div class="stack save">
        <CheckResult saving={saving} />
        <div class="actions">
          <Button type="submit" look="primary" busy={saving.at === "checking"}>
            {saving.at === "checking" ? words.saving : words.save}
          </Button>
          {saving.at === "checked" && !saving.check.saved && !saving.forced && (
            <Button onClick={() => submit(true)}>{words.saveAnyway}</Button>
          )}
        </div>
      </div>
    </form>
  )
}
