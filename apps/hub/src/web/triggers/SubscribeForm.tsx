/** The form for a new subscription: account, target, filters and destination, from the trigger's own schemas. */
import { Button } from "@inlay/ui/Button"
import { Checkbox } from "@inlay/ui/Checkbox"
import { SelectField } from "@inlay/ui/SelectField"
import { TextField } from "@inlay/ui/TextField"
import { useEffect, useRef } from "preact/hooks"

import type { TriggerDetails } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { InputForm } from "../tools/InputForm.tsx"
import { useSubscriptionForm, type NewSubscription } from "./use-subscription-form.ts"
import { subscribing as words } from "./words.ts"

export const SubscribeForm = ({
  trigger,
  onMade
}: {
  readonly trigger: TriggerDetails
  readonly onMade: (subscription: NewSubscription) => void
}) => {
  const { parts, form, problems, error, isBusy, attempts, set, fill, write, submit } = useSubscriptionForm(
    trigger,
    onMade
  )
  const element = useRef<HTMLFormElement>(null)
  // Each attempt focuses the first invalid field. Typing does not move the focus.
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [attempts])
  return (
    <form
      ref={element}
      class="stack"
      noValidate
      aria-label={words.title(trigger.title)}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
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
      {error !== undefined && <Failure error={error} />}
      <div class="actions">
        <Button look="primary" type="submit" busy={isBusy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
