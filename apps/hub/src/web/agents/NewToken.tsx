/** The form of a new hub token with its limits. */
import { Button } from "@inlay/ui/Button"
import { Checkbox } from "@inlay/ui/Checkbox"
import { TextField } from "@inlay/ui/TextField"
import { useState } from "preact/hooks"

import { post } from "../api/client.ts"
import { together, useLoaded } from "../api/loading.ts"
import { useSending } from "../api/sending.ts"
import type { AccountList, MadeToken, PluginList, ToolList } from "../api/types.ts"
import { Checkboxes } from "../shared/Checkboxes.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Form } from "../shared/Form.tsx"
import { Ready } from "../shared/Ready.tsx"
import { common } from "../words.ts"
import { tokenOf, type TokenForm } from "./grant-form.ts"
import { agents as words } from "./words.ts"

const EMPTY: TokenForm = {
  name: "",
  readOnly: false,
  manages: false,
  plugins: [],
  accounts: [],
  tools: [],
  credits: "",
  days: "90"
}

export const NewToken = (props: { readonly onMade: (token: MadeToken) => void; readonly onClose: () => void }) => {
  const [accounts, loadAccounts] = useLoaded<AccountList>("/api/accounts")
  const [plugins, loadPlugins] = useLoaded<PluginList>("/api/plugins")
  const [tools, loadTools] = useLoaded<ToolList>("/api/tools")
  const [limits, retry] = together([accounts, loadAccounts], [plugins, loadPlugins], [tools, loadTools])
  const [form, setForm] = useState(EMPTY)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const { isBusy, error, clearError, send } = useSending()
  // Without its lists the form would make a token without any limit.
  const mayCreate = form.manages || limits.state === "ready"
  const set = (changes: Partial<TokenForm>) => {
    setForm((before) => ({ ...before, ...changes }))
    setProblems({})
  }
  const submit = async () => {
    if (!mayCreate) return
    const { token, problems: wrong } = tokenOf(form)
    setProblems(wrong)
    clearError()
    if (Object.keys(wrong).length > 0) return
    const answer = await send(post<MadeToken>("/api/tokens", token))
    if (answer.ok) props.onMade(answer.value)
  }
  const allOf = {
    accounts: accounts.value?.accounts.map(({ id }) => [id, id] as const) ?? [],
    plugins: plugins.value?.plugins.map(({ id, title }) => [id, title] as const) ?? [],
    tools: tools.value?.tools.map(({ id }) => [id, id] as const) ?? []
  }
  const lists = (["accounts", "plugins", "tools"] as const)
    .map((kind) => ({ kind, names: allOf[kind] }))
    .filter(({ names }) => names.length > 0)
  return (
    <Form class="stack inset" label={words.createTitle} focus="input" error={error} onSubmit={() => void submit()}>
      <h3>{words.createTitle}</h3>
      <Failure error={error} />
      <TextField
        id="token-name"
        isRequired
        label={words.name}
        help={words.nameHelp}
        value={form.name}
        problem={problems["name"]}
        onInput={(name) => set({ name })}
      />
      <Checkbox
        label={words.readOnly}
        help={words.readOnlyHelp}
        isOn={form.readOnly}
        isDisabled={form.manages}
        onChange={(readOnly) => set({ readOnly })}
      />
      {!form.manages && (
        <fieldset class="stack tight">
          <legend>{words.limits}</legend>
          <p class="field-help">{words.limitsHelp}</p>
          <Ready loaded={limits} onRetry={retry}>
            {() => null}
          </Ready>
          {lists.map(({ kind, names }) => (
            <details key={kind} open={kind === "accounts"}>
              <summary>{words.some(kind, form[kind].length)}</summary>
              <div class="ticks">
                <Checkboxes options={names} chosen={form[kind]} onChange={(ids) => set({ [kind]: ids })} />
              </div>
            </details>
          ))}
        </fieldset>
      )}
      <div class="pair">
        {!form.manages && (
          <TextField
            id="token-credits"
            inputMode="decimal"
            label={words.credits}
            help={words.creditsHelp}
            value={form.credits}
            problem={problems["credits"]}
            onInput={(credits) => set({ credits })}
          />
        )}
        <TextField
          id="token-days"
          inputMode="decimal"
          label={words.days}
          help={words.daysHelp}
          value={form.days}
          problem={problems["days"]}
          onInput={(days) => set({ days })}
        />
      </div>
      <Checkbox
        label={words.manages}
        help={words.managesHelp}
        isOn={form.manages}
        onChange={(manages) => set({ manages })}
      />
      <div class="actions">
        <Button look="primary" type="submit" idle={!mayCreate} busy={isBusy}>
          {words.create}
        </Button>
        <Button onClick={props.onClose}>{common.cancel}</Button>
      </div>
    </Form>
  )
}
