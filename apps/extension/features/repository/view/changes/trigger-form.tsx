/**
 * The form for a new trigger at the hub: the trigger, its filters and the agent's address. It can be tried on past
 * events first.
 */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useRef, useState } from "preact/hooks"

import { filterText } from "../../../../locales/filters.ts"
import { repository, triggers as words } from "../../../../locales/repository.ts"
import { age } from "../../../../ui/text/moment.ts"
import { triggerTitle } from "../../../../ui/text/trigger-title.ts"
import type { AddedSecret } from "../../added-secret.ts"
import type { NewSubscription, Trial } from "../../requests.ts"
import type { Sent } from "../../sent.ts"
import { useAnswer } from "../answer.ts"
import type { RepositoryContext } from "../context.ts"
import { Problem } from "../problem.tsx"
import { ChangeProblem, isResting, useChange } from "./change.tsx"
import { formOf } from "./filter-fields.ts"
import { Filters, filtersOf, type FilterTexts } from "./filters.tsx"
import { SentBefore } from "./sent-draft.tsx"

const TrialView = ({ trial, now }: { readonly trial: Trial; readonly now: number }) => (
  <div class="repo-trial small" role="status">
    <p>{words.trial(trial.starting, trial.events.length)}</p>
    <ul>
      {trial.events.slice(0, 5).map((event, n) => (
        <li key={n} class={event.starts ? "" : "quiet"}>
          <span aria-hidden="true">{event.starts ? "✓" : "–"} </span>
          <bdi>{visible(event.title)}</bdi> · {age(event.at, now)}
          {event.why !== null && ` · ${visible(filterText(event.why))}`}
        </li>
      ))}
    </ul>
  </div>
)

interface Input {
  /** The trigger's id; empty until one is chosen. */
  readonly trigger: string
  readonly texts: FilterTexts
  readonly url: string
}

const NO_FIELDS = { fields: [], isOfRepository: true }

export const TriggerForm = (props: {
  readonly context: RepositoryContext
  /** Addresses of agents that are already in use. */
  readonly agents: ReadonlyArray<string>
  /** What was entered before the popup closed, as JSON of `Input`; empty if nothing was. */
  readonly draft: string
  readonly onInput: (draft: string) => void
  /** What is known of an earlier sending, unless it was added. */
  readonly sent: Sent | undefined
  readonly markSent: () => Promise<void>
  readonly onAdded: (added: AddedSecret) => void
  readonly onFailed: () => void
  readonly onClose: () => void
}) => {
  const { context, agents, draft, onInput, sent, markSent, onAdded, onFailed, onClose } = props
  const { send, of, now, onSettings } = context
  const [input, setInput] = useState<Input>(() =>
    draft === "" ? { trigger: "", texts: {}, url: agents[0] ?? "" } : JSON.parse(draft)
  )
  const { trigger, texts, url } = input
  const change = (part: Partial<Input>) => {
    const next = { ...input, ...part }
    setInput(next)
    // Beside its host and path, an address may have a password or a key.
    onInput(JSON.stringify({ ...next, ...(/[?#@]/.test(next.url) && { url: "" }) }))
  }
  const [trial, setTrial] = useState<{ readonly of: string; readonly result: Trial | undefined }>()
  const choices = useAnswer(send, "triggerChoices", of)
  const details = useAnswer(send, "triggerFilters", trigger === "" ? null : { trigger })
  const testing = useChange(send, "")
  const adding = useChange(send, words.mayBeAdded)
  // The list shows whether it was switched on, here or by an earlier popup.
  const hasFailed = adding.state.at === "failed" || Boolean(sent?.failure)
  useEffect(() => (hasFailed ? onFailed() : undefined), [hasFailed, sent])
  const first = useRef<HTMLSelectElement>(null)
  useEffect(() => first.current?.focus({ preventScroll: true }), [choices.isLoading])
  const before = isResting(adding.state) && <SentBefore {...{ sent, context }} done="" mayBeDone={words.mayBeAdded} />
  if (choices.failure !== undefined) {
    return (
      <div class="repo-form">
        {before}
        <Problem error={choices.failure} onRetry={choices.reload} onSettings={onSettings} />
        <Button look="bare" onClick={onClose}>
          {repository.cancel}
        </Button>
      </div>
    )
  }
  const { fields, isOfRepository } = details.output === undefined ? NO_FIELDS : formOf(details.output)
  const subscription: NewSubscription = { ...of, trigger, filters: filtersOf(fields, texts) }
  const isReady = trigger !== "" && details.output !== undefined && isOfRepository
  const wanted = JSON.stringify(subscription)
  const test = async () => setTrial({ of: wanted, result: await testing.make("tryTrigger", subscription) })
  const add = async () => {
    const wish = { ...subscription, url: url.trim() }
    const added = await adding.make("addTrigger", wish, markSent)
    if (added !== undefined) onAdded({ ...wish, ...added })
  }
  const isTested = trial?.of === wanted
  const failure = [adding.state, ...(isTested ? [testing.state] : [])].find(({ at }) => at === "failed")
  return (
    <form
      class="stack repo-form"
      aria-label={words.addTitle}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && url.trim() !== "" && adding.state.at !== "sending") void add()
      }}
    >
      <label class="small">
        <span class="quiet">{words.what}</span>
        <select
          ref={first}
          value={trigger}
          onChange={({ currentTarget: { value } }) => change({ trigger: value, texts: {} })}
        >
          <option value="">{choices.isLoading ? "…" : words.choose}</option>
          {choices.output?.choices.map(({ id, title }) => (
            <option key={id} value={id}>
              {visible(triggerTitle(id, title))}
            </option>
          ))}
        </select>
      </label>
      {!isOfRepository && <p class="small quiet">{words.notOfRepository}</p>}
      {isOfRepository && fields.length > 0 && (
        <Filters
          plugin={of.plugin}
          fields={fields}
          texts={texts}
          onInput={(name, text) => change({ texts: { ...texts, [name]: text } })}
        />
      )}
      <label class="small">
        <span class="quiet">{words.agent}</span>
        <input
          type="url"
          list="repo-agents"
          maxLength={2048}
          value={url}
          title={words.agentHelp}
          onInput={({ currentTarget: { value } }) => change({ url: value })}
        />
      </label>
      <p class="small quiet">{words.agentHelp}</p>
      <datalist id="repo-agents">
        {agents.map((agent) => (
          <option key={agent} value={agent} />
        ))}
      </datalist>
      {isTested && trial.result !== undefined && <TrialView trial={trial.result} now={now} />}
      {details.failure !== undefined && (
        <Problem error={details.failure} onRetry={details.reload} onSettings={onSettings} />
      )}
      <ChangeProblem state={failure} onSettings={onSettings} />
      {before}
      <div class="actions">
        <Button type="submit" look="primary" idle={!isReady || url.trim() === ""} busy={adding.state.at === "sending"}>
          {words.switchOn}
        </Button>
        <Button idle={!isReady} busy={testing.state.at === "sending"} onClick={() => void test()}>
          {words.test}
        </Button>
        {/* Leaving would not stop it. */}
        <Button look="bare" idle={adding.state.at === "sending"} onClick={onClose}>
          {repository.cancel}
        </Button>
      </div>
    </form>
  )
}
