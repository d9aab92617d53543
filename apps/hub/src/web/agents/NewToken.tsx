/** The form of a new hub token with its limits. */
import { Button } from "@inlay/ui/Button"
import { useEffect, useRef, useState } from "preact/hooks"

import { post } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { Account, RequestError } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { agents as words, common } from "../words.ts"
import { tokenOf, type TokenForm } from "./token-form.ts"

const EMPTY: TokenForm = { name: "", readOnly: false, manages: false, accounts: [], credits: "", days: "90" }

const TextField = (props: {
  readonly id: "name" | "credits" | "days"
  readonly label: string
  readonly help: string
  readonly value: string
  readonly problem: string | undefined
  readonly onInput: (value: string) => void
}) => (
  <div class="field">
    <label class="field-label" for={`token-${props.id}`}>
      {props.label}
    </label>
    <input
      id={`token-${props.id}`}
      type="text"
      inputMode={props.id === "name" ? "text" : "decimal"}
      autocomplete="off"
      value={props.value}
      aria-required={props.id === "name"}
      aria-invalid={props.problem !== undefined}
      aria-describedby={`token-${props.id}-help`}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
    <span id={`token-${props.id}-help`} class={props.problem === undefined ? "field-help" : "field-error"}>
      {props.problem ?? props.help}
    </span>
  </div>
)

const Tick = (props: {
  readonly label: string
  readonly help?: string
  readonly isOn: boolean
  readonly isOff?: boolean
  readonly onChange: (isOn: boolean) => void
}) => (
  <label class="choice">
    <input
      type="checkbox"
      checked={props.isOn}
      disabled={props.isOff === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
    <span class="choice-title">{props.label}</span>
    {props.help !== undefined && <span class="choice-help">{props.help}</span>}
  </label>
)

export const NewToken = (props: {
  readonly onMade: (token: { readonly name: string; readonly text: string }) => void
  readonly onClose: () => void
}) => {
  const [accounts] = useLoaded<{ readonly accounts: ReadonlyArray<Account> }>("/api/accounts")
  const [form, setForm] = useState(EMPTY)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState<RequestError>()
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector("input")?.focus(), [])
  const set = (changes: Partial<TokenForm>) => {
    setForm((before) => ({ ...before, ...changes }))
    setProblems({})
  }
  const submit = async () => {
    const { token, problems: wrong } = tokenOf(form)
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    const answer = await post<{ readonly name: string; readonly text: string }>("/api/tokens", token)
    setBusy(false)
    if (answer.ok) props.onMade(answer.value)
    else setError(answer.error)
  }
  const ids = accounts.state === "ready" ? accounts.value.accounts.map(({ id }) => id) : []
  return (
    <form
      ref={element}
      class="stack inset"
      noValidate
      aria-label={words.createTitle}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3>{words.createTitle}</h3>
      {error !== undefined && <Failure error={error} />}
      <TextField
        id="name"
        label={words.name}
        help={words.nameHelp}
        value={form.name}
        problem={problems["name"]}
        onInput={(name) => set({ name })}
      />
      <Tick
        label={words.readOnly}
        help={words.readOnlyHelp}
        isOn={form.readOnly}
        isOff={form.manages}
        onChange={(readOnly) => set({ readOnly })}
      />
      {ids.length > 0 && !form.manages && (
        <fieldset class="stack tight">
          <legend>{words.accounts}</legend>
          <p class="field-help">{words.accountsHelp}</p>
          {ids.map((id) => (
            <Tick
              key={id}
              label={id}
              isOn={form.accounts.includes(id)}
              onChange={(isOn) =>
                set({ accounts: isOn ? [...form.accounts, id] : form.accounts.filter((one) => one !== id) })
              }
            />
          ))}
        </fieldset>
      )}
      <div class="pair">
        {!form.manages && (
          <TextField
            id="credits"
            label={words.credits}
            help={words.creditsHelp}
            value={form.credits}
            problem={problems["credits"]}
            onInput={(credits) => set({ credits })}
          />
        )}
        <TextField
          id="days"
          label={words.days}
          help={words.daysHelp}
          value={form.days}
          problem={problems["days"]}
          onInput={(days) => set({ days })}
        />
      </div>
      <Tick
        label={words.manages}
        help={words.managesHelp}
        isOn={form.manages}
        onChange={(manages) => set({ manages })}
      />
      <div class="actions">
        <Button look="primary" type="submit" busy={isBusy}>
          {words.create}
        </Button>
        <Button onClick={props.onClose}>{common.cancel}</Button>
      </div>
    </form>
  )
}
