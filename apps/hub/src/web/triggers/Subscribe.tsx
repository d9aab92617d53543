/** The form for a new subscription: account, target, filters and destination, from the trigger's own schemas. */
import { Button } from "@inlay/ui/Button"
import { Checkbox } from "@inlay/ui/Checkbox"
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { TextField } from "@inlay/ui/TextField"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"

import { at, post } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { RequestError, Subscription, TriggerDetails } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Empty, Page } from "../shared/Page.tsx"
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
import { triggers, subscribing as words } from "./words.ts"

type NewSubscription = Subscription & { readonly secret: string }

const Form = ({
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
  const [error, setError] = useState<RequestError>()
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  /** Each attempt to submit focuses the first invalid field. Typing does not move the focus. */
  const [attempts, setAttempts] = useState(0)
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [attempts])
  const set = (changes: Partial<SubscriptionForm>) => setForm((before) => ({ ...before, ...changes }))
  const submit = async () => {
    const { subscription, problems: wrong } = subscriptionOf(trigger, parts, form)
    setProblems(wrong)
    setAttempts((before) => before + 1)
    setError(undefined)
    if (hasProblems(wrong) || isBusy) return
    setBusy(true)
    const answer = await post<NewSubscription>("/api/subscriptions", subscription)
    setBusy(false)
    if (answer.ok) return onMade(answer.value)
    setProblems(problemsOf(answer.error, parts))
    setAttempts((before) => before + 1)
    setError(answer.error)
  }
  const fill = (part: "target" | "filters") => (name: string, text: string) => {
    setForm((before) => ({ ...before, [part]: { ...before[part], [name]: text } }))
    setProblems((before) => ({ ...before, [part]: without(before[part], name) }))
  }
  const write = (name: "url" | "name") => (text: string) => {
    set({ [name]: text })
    setProblems((before) => ({ ...before, own: without(before.own, name) }))
  }
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
        <div class="field">
          <label class="field-label" for="subscribe-account">
            {words.account}
          </label>
          <select
            id="subscribe-account"
            value={form.account}
            onChange={(event) => set({ account: event.currentTarget.value })}
          >
            {trigger.accounts.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </div>
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

const MadeNotice = ({ subscription }: { readonly subscription: NewSubscription }) => (
  <>
    <Notice tone="good" announce>
      {words.made(subscription.name)}
      <Copyable text={subscription.secret} label={words.secret} />
    </Notice>
    <p class="quiet">{words.secretHelp}</p>
    <div>
      <a class="button primary" href={linkTo("triggers", subscription.id)}>
        {words.toSubscription}
      </a>
    </div>
  </>
)

export const Subscribe = ({ id }: { readonly id: string }) => {
  const [loaded, load] = useLoaded<TriggerDetails>(at`/api/triggers/${id}`)
  const [subscription, setSubscription] = useState<NewSubscription>()
  const back = <a href={linkTo("triggers", "new")}>{triggers.back}</a>
  if (loaded.state === "failed") {
    return (
      <Page title={id} actions={back}>
        <Failure error={loaded.error} onRetry={load} />
      </Page>
    )
  }
  if (loaded.value === undefined) return <Loading />
  const trigger = loaded.value
  return (
    <Page title={words.title(trigger.title)} lead={visible(trigger.description)} actions={back}>
      {subscription !== undefined ? (
        <MadeNotice subscription={subscription} />
      ) : trigger.accounts.length === 0 ? (
        <Empty text={words.noAccount}>
          <a class="button primary" href={linkTo("integrations", trigger.plugin, "new")}>
            {words.connectFirst}
          </a>
        </Empty>
      ) : (
        <>
          <p class="quiet small">
            {words.ways}: {visible(trigger.ways.join("; "))}
          </p>
          <Form trigger={trigger} onMade={setSubscription} />
        </>
      )}
    </Page>
  )
}
