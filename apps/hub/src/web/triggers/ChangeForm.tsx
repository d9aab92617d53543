/** The form that changes a subscription's name, address and filters. Its secret stays. */
import { Button } from "@inlay/ui/Button"
import { TextField } from "@inlay/ui/TextField"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"

import { at, request } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { RequestError, Subscription, TriggerDetails } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Ready } from "../shared/Ready.tsx"
import { without } from "../shared/without.ts"
import { InputForm } from "../tools/InputForm.tsx"
import { inputOf } from "../tools/schema.ts"
import { common } from "../words.ts"
import { NO_PROBLEMS, partsOf, problemsOf, textsOf } from "./subscription-form.ts"
import { subscribing, changing as words } from "./words.ts"

interface Changing {
  readonly one: Subscription
  readonly onChanged: () => void
  readonly onClose: () => void
}

const Form = ({ one, trigger, onChanged, onClose }: Changing & { readonly trigger: TriggerDetails }) => {
  const parts = useMemo(() => partsOf(trigger), [trigger])
  const [name, setName] = useState(one.name)
  const [url, setUrl] = useState(one.url)
  const [filters, setFilters] = useState(() => textsOf(parts.filters, one.filters))
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [error, setError] = useState<RequestError>()
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => element.current?.querySelector("input")?.focus(), [])
  const submit = async () => {
    const input = inputOf(parts.filters, filters)
    setProblems({ ...NO_PROBLEMS, filters: input.problems })
    setError(undefined)
    if (Object.keys(input.problems).length > 0 || isBusy) return
    setBusy(true)
    const body = {
      name: name.trim() || trigger.title,
      filters: input.input,
      ...(url.trim() !== one.url && { url: url.trim() })
    }
    const answer = await request("PATCH", at`/api/subscriptions/${one.id}`, { body })
    setBusy(false)
    if (answer.ok) return onChanged()
    setProblems(problemsOf(answer.error, parts))
    setError(answer.error)
  }
  return (
    <form
      ref={element}
      class="stack"
      noValidate
      aria-label={words.title(one.name)}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        id="change-name"
        label={subscribing.name}
        help={subscribing.nameHelp}
        value={name}
        problem={problems.own["name"]}
        onInput={setName}
      />
      {one.destination !== "exec" && (
        <TextField
          id="change-url"
          label={subscribing.url}
          help={words.urlHelp}
          value={url}
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
            setFilters((before) => ({ ...before, [field]: text }))
            setProblems((before) => ({ ...before, filters: without(before.filters, field) }))
          }}
        />
      </div>
      {error !== undefined && <Failure error={error} />}
      <div class="actions">
        <Button look="primary" type="submit" busy={isBusy}>
          {words.save}
        </Button>
        <Button onClick={onClose}>{common.cancel}</Button>
      </div>
    </form>
  )
}

export const ChangeForm = (props: Changing) => {
  const [loaded, load] = useLoaded<TriggerDetails>(at`/api/triggers/${props.one.trigger}`)
  return (
    <Ready loaded={loaded} onRetry={load}>
      {(trigger) => <Form {...props} trigger={trigger} />}
    </Ready>
  )
}
