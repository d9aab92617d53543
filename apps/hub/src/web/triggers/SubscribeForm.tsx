/** The form for a new subscription: account, target, filters and destination, from the trigger's own schemas. */
import { Button } from "@inlay/ui/Button"
import { Checkbox } from "@inlay/ui/Checkbox"
import { SelectField } from "@inlay/ui/SelectField"
import { TextField } from "@inlay/ui/TextField"
import { useMemo, useState } from "preact/hooks"

import { post } from "../api/client.ts"
import { useSending } from "../api/sending.ts"
import type { NewSubscription, RequestError, TriggerDetails } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Form } from "../shared/Form.tsx"
import { without } from "../shared/without.ts"
import { InputForm } from "../tools/InputForm.tsx"
import {
  hasProblems,
  NO_PROBLEMS,
  partsOf,
  problemsOf,
  subscriptionOf,
  type SubscriptionForm
} from "./subscription-form.ts"
import { subscribing as words } from "./words.ts"

/** The advice of a conflict is for programs: the form has no field for it. */
const withoutAdvice = ({ fix: _fix, ...error }: RequestError): RequestError => ({
  ...error,
  message: error.what ?? error.message
})

export const SubscribeForm = ({
  trigger,
  onMade
}: {
  readonly trigger: TriggerDetails
  readonly onMade: (subscription: NewSubscription) => void
}) => {
  const parts = useMemo(() => partsOf(trigger), [trigger])
  const [form, setForm] = useState<SubscriptionForm>({
    account: trigger.accounts[0] ?? "",
    target: {},
    filters: {},
    url: "",
    name: "",
    inOrder: false,
    ownChanges: false
  })
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const { isBusy, error, clearError, send } = useSending()
  const set = (changes: Partial<SubscriptionForm>) => setForm((before) => ({ ...before, ...changes }))
  const fill = (part: "target" | "filters") => (name: string, text: string) => {
    setForm((before) => ({ ...before, [part]: { ...before[part], [name]: text } }))
    setProblems((before) => ({ ...before, [part]: without(before[part], name) }))
  }
  const write = (name: "url" | "name") => (text: string) => {
    set({ [name]: text })
    setProblems((before) => ({ ...before, own: without(before.own, name) }))
  }
  const submit = async () => {
    const { subscription, problems: wrong } = subscriptionOf(trigger, parts, form)
    setProblems(wrong)
    clearError()
    if (hasProblems(wrong) || isBusy) return
    const sending = post<NewSubscription>("/api/subscriptions", subscription)
    const answer = await send(sending, (refusal) => setProblems(problemsOf(refusal, parts)))
    if (answer.ok) onMade(answer.value)
  }
  return (
    <Form class="stack" label={words.title(trigger.title)} error={error} onSubmit={() => void submit()}>
      <fieldset class="panel">
        <legend class="unseen">{words.target}</legend>
        <h2>{words.target}</h2>
        <SelectField
          id="subscribe-account"
          label={words.account}
          options={trigger.accounts.map((name) => [name, name])}
          value={form.account}
          onChange={(account) => set({ account })}
        />
        <InputForm
          scope="target"
          properties={parts.target}
          texts={form.target}
          problems={problems.target}
          onInput={fill("target")}
        />
      </fieldset>
      <fieldset class="panel">
        <legend class="unseen">{words.filters}</legend>
        <h2>{words.filters}</h2>
        <p class="quiet">{parts.filters.length === 0 ? words.noFilters : words.filtersHelp}</p>
        <div class="fields">
          <InputForm
            scope="filter"
            properties={parts.filters}
            texts={form.filters}
            problems={problems.filters}
            onInput={fill("filters")}
          />
        </div>
      </fieldset>
      <fieldset class="panel">
        <legend class="unseen">{words.destination}</legend>
        <h2>{words.destination}</h2>
        <TextField
          id="subscribe-url"
          label={words.url}
          help={words.urlHelp}
          inputMode="url"
          isRequired
          value={form.url}
          problem={problems.own["url"]}
          onInput={write("url")}
        />
        <TextField
          id="subscribe-name"
          label={words.name}
          help={words.nameHelp}
          value={form.name}
          problem={problems.own["name"]}
          onInput={write("name")}
        />
        <Checkbox
          label={words.inOrder}
          help={words.inOrderHelp}
          isOn={form.inOrder}
          onChange={(inOrder) => set({ inOrder })}
        />
        <Checkbox
          label={words.ownChanges}
          help={words.ownChangesHelp}
          isOn={form.ownChanges}
          onChange={(ownChanges) => set({ ownChanges })}
        />
      </fieldset>
      <Failure error={error?.reason === "Conflict" ? withoutAdvice(error) : error} />
      <div class="actions">
        <Button look="primary" type="submit" busy={isBusy}>
          {words.submit}
        </Button>
      </div>
    </Form>
  )
}
