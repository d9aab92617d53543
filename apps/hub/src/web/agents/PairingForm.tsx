/** What a browser to be paired may use. */
import { Button } from "@inlay/ui/Button"
import { useState } from "preact/hooks"

import { post } from "../api/client.ts"
import { together, useLoaded } from "../api/loading.ts"
import type { Account, PairingCode, Plugin, RequestError } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { common } from "../words.ts"
import { ListsStatus } from "./ListsStatus.tsx"
import { grantOf, PROPOSED } from "./pairing-form.ts"
import { agents as words, pairing } from "./words.ts"

const Choices = (props: {
  readonly legend: string
  readonly help: string
  readonly options: ReadonlyArray<{ readonly id: string; readonly label: string }>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (ids: ReadonlyArray<string>) => void
}) =>
  props.options.length < 2 ? null : (
    <fieldset class="stack tight">
      <legend>{props.legend}</legend>
      <p class="field-help">{props.help}</p>
      {props.options.map(({ id, label }) => (
        <label key={id} class="choice">
          <input
            type="checkbox"
            checked={props.chosen.includes(id)}
            onChange={(event) =>
              props.onChange(
                event.currentTarget.checked ? [...props.chosen, id] : props.chosen.filter((one) => one !== id)
              )
            }
          />
          <span class="choice-title">{label}</span>
        </label>
      ))}
    </fieldset>
  )

export const PairingForm = (props: { readonly onCode: (code: PairingCode) => void; readonly onClose: () => void }) => {
  const [plugins, loadPlugins] = useLoaded<{ readonly plugins: ReadonlyArray<Plugin> }>("/api/plugins")
  const [accounts, loadAccounts] = useLoaded<{ readonly accounts: ReadonlyArray<Account> }>("/api/accounts")
  const limits = together([plugins, loadPlugins], [accounts, loadAccounts])
  const [form, setForm] = useState(PROPOSED)
  const [problem, setProblem] = useState<string>()
  const [error, setError] = useState<RequestError>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    // Without its lists the form would allow everything.
    if (!limits.isReady) return
    const { grant, problem: wrong } = grantOf(form)
    setProblem(wrong)
    setError(undefined)
    if (wrong !== undefined) return
    setBusy(true)
    const answer = await post<PairingCode>("/api/pairing-codes", { grant })
    setBusy(false)
    if (answer.ok) props.onCode(answer.value)
    else setError(answer.error)
  }
  return (
    <form
      class="stack inset"
      noValidate
      aria-label={pairing.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3>{pairing.form}</h3>
      {error !== undefined && <Failure error={error} />}
      <ListsStatus {...limits} />
      <Choices
        legend={pairing.plugins}
        help={pairing.pluginsHelp}
        options={plugins.state === "ready" ? plugins.value.plugins.map(({ id, title }) => ({ id, label: title })) : []}
        chosen={form.plugins}
        onChange={(ids) => setForm((now) => ({ ...now, plugins: ids }))}
      />
      <Choices
        legend={pairing.accounts}
        help={words.limitsHelp}
        options={accounts.state === "ready" ? accounts.value.accounts.map(({ id }) => ({ id, label: id })) : []}
        chosen={form.accounts}
        onChange={(ids) => setForm((now) => ({ ...now, accounts: ids }))}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={form.readOnly}
          onChange={(event) => {
            const { checked } = event.currentTarget
            setForm((now) => ({ ...now, readOnly: checked }))
          }}
        />
        <span class="choice-title">{words.readOnly}</span>
        <span class="choice-help">{words.readOnlyHelp}</span>
      </label>
      <div class="field">
        <label class="field-label" for="pairing-credits">
          {words.credits}
        </label>
        <input
          id="pairing-credits"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={form.credits}
          aria-invalid={problem !== undefined}
          aria-describedby="pairing-credits-help"
          onInput={(event) => {
            const { value } = event.currentTarget
            setForm((now) => ({ ...now, credits: value }))
          }}
        />
        <span id="pairing-credits-help" class={problem === undefined ? "field-help" : "field-error"}>
          {problem ?? words.creditsHelp}
        </span>
      </div>
      <div class="actions">
        <Button look="primary" type="submit" idle={!limits.isReady} busy={isBusy}>
          {pairing.start}
        </Button>
        <Button onClick={props.onClose}>{common.cancel}</Button>
      </div>
    </form>
  )
}
