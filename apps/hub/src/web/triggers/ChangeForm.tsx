/**
 * The form that changes a subscription's name, address and filters. Its secret stays, and so does what another window
 * changed meanwhile: what was not entered here is not sent.
 */
import { Button } from "@inlay/ui/Button"
import { TextField } from "@inlay/ui/TextField"
import { useMemo, useState } from "preact/hooks"

import { at, get, request } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import { useSending } from "../api/sending.ts"
import type { Subscription, TriggerDetails } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Form } from "../shared/Form.tsx"
import { Ready } from "../shared/Ready.tsx"
import { without } from "../shared/without.ts"
import { InputForm } from "../tools/InputForm.tsx"
import { inputOf, type Texts } from "../tools/schema.ts"
import { common } from "../words.ts"
import { NO_PROBLEMS, partsOf, problemsOf, textsOf } from "./subscription-form.ts"
import { subscribing, changing as words } from "./words.ts"

interface Changing {
  readonly one: Subscription
  readonly onChanged: () => void
  readonly onClose: () => void
}

const Fields = ({ one, trigger, onChanged, onClose }: Changing & { readonly trigger: TriggerDetails }) => {
  const parts = useMemo(() => partsOf(trigger), [trigger])
  const [name, setName] = useState<string>()
  const [url, setUrl] = useState<string>()
  const [entered, setEntered] = useState<Texts>({})
  const filtersOver = (stored: unknown): Texts => ({ ...textsOf(parts.filters, stored), ...entered })
  const filters = filtersOver(one.filters)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const { isBusy, error, clearError, send } = useSending()
  const save = async () => {
    const path = at`/api/subscriptions/${one.id}`
    // Filters are replaced as a whole.
    const current = Object.keys(entered).length === 0 ? undefined : await get<Subscription>(path)
    if (current?.ok === false) return current
    const body = {
      ...(name !== undefined && { name: name.trim() || trigger.title }),
      ...(current !== undefined && { filters: inputOf(parts.filters, filtersOver(current.value.filters)).input }),
      ...(url !== undefined && url.trim() !== one.url && { url: url.trim() })
    }
    return request("PATCH", path, { body })
  }
  const submit = async () => {
    const wrong = inputOf(parts.filters, filters).problems
    setProblems({ ...NO_PROBLEMS, filters: wrong })
    clearError()
    if (Object.keys(wrong).length > 0 || isBusy) return
    const answer = await send(save(), (refusal) => setProblems(problemsOf(refusal, parts)))
    if (answer.ok) onChanged()
  }
  return (
    <Form class="stack" label={words.title(one.name)} focus="input" error={error} onSubmit={() => void submit()}>
      <TextField
        id="change-name"
        label={subscribing.name}
        help={subscribing.nameHelp}
        value={name ?? one.name}
        problem={problems.own["name"]}
        onInput={setName}
      />
      {one.destination !== "exec" && (
        <TextField
          id="change-url"
          label={subscribing.url}
          help={words.urlHelp}
          value={url ?? one.url}
          problem={problems.own["url"]}
          onInput={setUrl}
        />
      )}
      <p class="quiet">{parts.filters.length === 0 ? subscribing.noFilters : subscribing.filtersHelp}</p>
      <div class="fields">
        <InputForm
          scope="change"
          properties={parts.filters}
          texts={filters}
          problems={problems.filters}
          onInput={(field, text) => {
            setEntered((before) => ({ ...before, [field]: text }))
            setProblems((before) => ({ ...before, filters: without(before.filters, field) }))
          }}
        />
      </div>
      <Failure error={error} />
      <div class="actions">
        <Button look="primary" type="submit" busy={isBusy}>
          {words.save}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </Form>
  )
}

export const ChangeForm = (props: Changing) => {
  const [loaded, load] = useLoaded<TriggerDetails>(at`/api/triggers/${props.one.trigger}`)
  return (
    <Ready loaded={loaded} onRetry={load}>
      {(trigger) => <Fields {...props} trigger={trigger} />}
    </Ready>
  )
}
