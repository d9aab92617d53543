/** What a browser to be paired may use. */
import { Button } from "@inlay/ui/Button"
import { Checkbox } from "@inlay/ui/Checkbox"
import { TextField } from "@inlay/ui/TextField"
import { useState } from "preact/hooks"

import { post } from "../api/client.ts"
import { together, useLoaded } from "../api/loading.ts"
import { useSending } from "../api/sending.ts"
import type { AccountList, PairingCode, PluginList } from "../api/types.ts"
import { Checkboxes } from "../shared/Checkboxes.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Form } from "../shared/Form.tsx"
import { Ready } from "../shared/Ready.tsx"
import { common } from "../words.ts"
import { grantOf, PROPOSED } from "./grant-form.ts"
import { agents as words, pairing } from "./words.ts"

const Choices = (props: {
  readonly legend: string
  readonly help: string
  readonly options: ReadonlyArray<readonly [id: string, label: string]>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (ids: ReadonlyArray<string>) => void
}) =>
  props.options.length < 2 ? null : (
    <fieldset class="stack tight">
      <legend>{props.legend}</legend>
      <p class="field-help">{props.help}</p>
      <Checkboxes {...props} />
    </fieldset>
  )

export const PairingForm = (props: { readonly onCode: (code: PairingCode) => void; readonly onClose: () => void }) => {
  const [plugins, loadPlugins] = useLoaded<PluginList>("/api/plugins")
  const [accounts, loadAccounts] = useLoaded<AccountList>("/api/accounts")
  const [limits, retry] = together([plugins, loadPlugins], [accounts, loadAccounts])
  const [form, setForm] = useState(PROPOSED)
  const [problem, setProblem] = useState<string>()
  const { isBusy, error, clearError, send } = useSending()
  const submit = async () => {
    // Without its lists the form would allow everything.
    if (limits.state !== "ready") return
    const { grant, problem: wrong } = grantOf(form)
    setProblem(wrong)
    clearError()
    if (wrong !== undefined) return
    const answer = await send(post<PairingCode>("/api/pairing-codes", { grant }))
    if (answer.ok) props.onCode(answer.value)
  }
  return (
    <Form class="stack inset" label={pairing.form} error={error} onSubmit={() => void submit()}>
      <h3>{pairing.form}</h3>
      <Failure error={error} />
      <Ready loaded={limits} onRetry={retry}>
        {() => null}
      </Ready>
      <Choices
        legend={pairing.plugins}
        help={pairing.pluginsHelp}
        options={plugins.value?.plugins.map(({ id, title }) => [id, title] as const) ?? []}
        chosen={form.plugins}
        onChange={(ids) => setForm((now) => ({ ...now, plugins: ids }))}
      />
      <Choices
        legend={pairing.accounts}
        help={words.limitsHelp}
        options={accounts.value?.accounts.map(({ id }) => [id, id] as const) ?? []}
        chosen={form.accounts}
        onChange={(ids) => setForm((now) => ({ ...now, accounts: ids }))}
      />
      <Checkbox
        label={words.readOnly}
        help={words.readOnlyHelp}
        isOn={form.readOnly}
        onChange={(readOnly) => setForm((now) => ({ ...now, readOnly }))}
      />
      <TextField
        id="pairing-credits"
        inputMode="decimal"
        label={words.credits}
        help={words.creditsHelp}
        value={form.credits}
        problem={problem}
        onInput={(credits) => setForm((now) => ({ ...now, credits }))}
      />
      <div class="actions">
        <Button look="primary" type="submit" idle={limits.state !== "ready"} busy={isBusy}>
          {pairing.start}
        </Button>
        <Button onClick={props.onClose}>{common.cancel}</Button>
      </div>
    </Form>
  )
}
