/** The triggers that start agents through the hub: whether each is on, when it last fired, and the result. */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { notifications } from "../../../../locales/notifications.ts"
import { triggers as words } from "../../../../locales/repository.ts"
import { age } from "../../../../ui/text/moment.ts"
import { triggerTitle } from "../../../../ui/text/trigger-title.ts"
import { eventText, eventUrl } from "../../../hub/event-text.ts"
import type { EventView, SubscriptionView } from "../../../hub/requests.ts"
import { placeAtHub } from "../../../notifications/requests.ts"
import { Bell, BellNote } from "../../../notifications/view/bell.tsx"
import { useNotificationChoice, type NotificationChoice } from "../../../notifications/view/choice.ts"
import { keyFor } from "../../requests.ts"
import { Added, useAdded } from "../changes/added.tsx"
import { ChangeProblem, Question, useChange } from "../changes/change.tsx"
import { useSentDraft } from "../changes/sent-draft.tsx"
import { TriggerForm } from "../changes/trigger-form.tsx"
import type { RepositoryContext } from "../context.ts"
import { Line, linkOn } from "./line.tsx"
import { LongList } from "./long-list.tsx"
import { agentOf, filterTexts, FilterTexts } from "./trigger-line.tsx"

/** The addresses that can be used again as shown: a command is none, and an address with a query is shown without it. */
const addressesOf = (triggers: ReadonlyArray<SubscriptionView>): ReadonlyArray<string> => [
  ...new Set(triggers.map(({ url }) => url).filter((url) => /^https?:[^?]*$/.test(url)))
]

/** `instant` if every enabled trigger's events come by a webhook. */
export const headingOf = (triggers: ReadonlyArray<SubscriptionView>): string => {
  const ways = triggers.filter(({ enabled }) => enabled).map(({ health }) => health?.way)
  return ways.length > 0 && ways.every((way) => way === "webhook" || way === "orgWebhook") ? words.instant : words.asked
}

/** What is wrong with a trigger and is not said on its line already. */
const Trouble = ({
  subscription: { enabled, disabledBecause, health }
}: {
  readonly subscription: SubscriptionView
}) => {
  const problems = health?.problems ?? []
  const { dead = 0, unreadable = 0 } = health ?? {}
  const text = enabled ? problems[0] : (disabledBecause ?? undefined)
  if (text === undefined) return null
  if (enabled && problems.length === 1) {
    if (dead > 0)
      return health?.newestStart?.state === "dead" ? null : <span class="repo-trouble">{words.givenUp(dead)}</span>
    if (unreadable > 0) return <span class="repo-trouble">{words.unreadable(unreadable)}</span>
  }
  return (
    <span class="repo-trouble">
      {words.hubSays}{" "}
      <q lang="en" dir="ltr">
        {visible(text)}
      </q>
    </span>
  )
}

const Fired = ({
  subscription,
  now,
  onSendAgain
}: {
  readonly subscription: SubscriptionView
  readonly now: number
  readonly onSendAgain: () => void
}) => {
  const { health, enabled } = subscription
  const last = health?.newestStart
  return (
    <>
      {enabled ? (last ? words.fired(age(last.createdAt, now)) : words.never) : words.off}
      <FilterTexts {...subscription} />
      {health?.way === "poll" && ` · ${words.polledWay}`}
      {last && (
        <>
          {" · "}
          <span class={last.state === "delivered" ? "good" : last.state === "dead" ? "danger" : ""}>
            {words.state[last.state]}
          </span>
        </>
      )}
      {last?.state === "dead" && (
        <>
          {" · "}
          <button type="button" class="link" onClick={onSendAgain}>
            {words.sendAgain}
          </button>
        </>
      )}
      <Trouble subscription={subscription} />
    </>
  )
}

const TriggerRow = ({
  subscription,
  context,
  choice,
  onChange
}: {
  readonly subscription: SubscriptionView
  readonly choice: NotificationChoice
  readonly context: RepositoryContext
  readonly onChange: () => void
}) => {
  const switching = useChange(context.send)
  const sending = useChange(context.send)
  const [sent, setSent] = useState<number>()
  const title = words.line(triggerTitle(subscription.trigger), agentOf(subscription))
  const starts = subscription.health?.startsInDay ?? 0
  const turn = async () => {
    await switching.make("switchTrigger", { id: subscription.id, enabled: !subscription.enabled })
    onChange()
  }
  const sendAgain = async () => {
    const last = subscription.health?.newestStart
    if (last) setSent((await sending.make("sendAgain", { delivery: last.id }))?.sent)
    onChange()
  }
  const failure = [switching.state, sending.state].find(({ at }) => at === "failed")
  return (
    <>
      <Line
        sign="⚡"
        tone={subscription.health?.ok === false ? "warning" : "quiet"}
        title={title}
        about={<Fired subscription={subscription} now={context.now} onSendAgain={sending.ask} />}
        side={
          <>
            <span title={words.starts(starts)} aria-label={words.starts(starts)}>
              {words.count(starts)}
            </span>
            <Bell choice={choice} place={placeAtHub(subscription)} line={triggerTitle(subscription.trigger)} />
            <button
              type="button"
              role="switch"
              class="repo-switch"
              aria-checked={subscription.enabled}
              aria-label={title}
              title={subscription.enabled ? words.switch.on : words.switch.off}
              aria-disabled={switching.state.at === "sending" ? "true" : undefined}
              onClick={() => (switching.state.at === "sending" ? undefined : void turn())}
            />
          </>
        }
      />
      {sending.state.at === "asking" && (
        <li class="repo-below">
          <Question
            state={sending.state}
            onSettings={context.onSettings}
            question={words.sendAgainSure(title, context.name, visible(subscription.account))}
            yes={words.sendAgainYes}
            onYes={() => void sendAgain()}
            onNo={sending.leave}
          />
        </li>
      )}
      {sending.state.at === "done" && sent !== undefined && (
        <li class="repo-below small" role="status">
          {sent === 0 ? words.notSentAgain : words.sentAgain}
        </li>
      )}
      <li class="repo-below">
        <ChangeProblem state={failure} onSettings={context.onSettings} />
      </li>
    </>
  )
}

/** Those that are not come first: in a long list nobody would find them. */
const isWell = ({ health }: SubscriptionView): boolean => health?.ok !== false

const searchedOf = (subscription: SubscriptionView): string =>
  [
    triggerTitle(subscription.trigger),
    agentOf(subscription),
    subscription.url,
    ...filterTexts(subscription).flat()
  ].join(" ")

export const Triggers = (props: {
  readonly triggers: ReadonlyArray<SubscriptionView>
  readonly events: ReadonlyArray<EventView>
  readonly isLost: boolean
  readonly context: RepositoryContext
  readonly onChange: () => void
}) => {
  const { triggers, events, isLost, context, onChange } = props
  const { draft, sent, keepDraft, markSent, dropSent, leave } = useSentDraft(keyFor("trigger", context.of))
  const [isOpen, setOpen] = useState(false)
  const { added, add, done } = useAdded(context.of)
  // The list has what was switched on as soon as its secret is shown.
  useEffect(() => (added.length === 0 ? undefined : onChange()), [added.length])
  const choice = useNotificationChoice(context.send)
  const close = () => {
    setOpen(false)
    void leave()
    onChange()
  }
  return (
    <>
      <div role="status">
        {events.length > 0 && (
          <ul class="repo-list">
            {events.map((event) => (
              <Line
                key={event.id}
                sign="●"
                tone="good"
                title={words.live(triggerTitle(event.trigger), eventText(event))}
                href={linkOn(context, eventUrl(event))}
                about={age(event.at, Math.max(context.now, Date.parse(event.at)))}
              />
            ))}
          </ul>
        )}
      </div>
      <LongList items={triggers.toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))} textOf={searchedOf}>
        {(subscription) => (
          <TriggerRow
            key={subscription.id}
            subscription={subscription}
            context={context}
            choice={choice}
            onChange={onChange}
          />
        )}
      </LongList>
      <BellNote choice={choice} places={triggers.map(placeAtHub)} when={notifications.on} />
      {isLost && <p class="small quiet">{words.lost}</p>}
      {added.map((one) => (
        <Added
          key={one.secret}
          of={one}
          onClose={() => {
            done(one)
            onChange()
          }}
        />
      ))}
      {draft !== undefined && (isOpen || draft !== "") ? (
        <TriggerForm
          {...{ context, draft, markSent }}
          sent={sent?.failure === null ? undefined : sent}
          agents={addressesOf(triggers)}
          onInput={keepDraft}
          onAdded={(one) => {
            add(one)
            setOpen(false)
            void dropSent()
          }}
          onFailed={onChange}
          onClose={close}
        />
      ) : (
        added.length === 0 && (
          <>
            {triggers.length === 0 && <p class="small quiet">{words.none}</p>}
            <button type="button" class="repo-add" onClick={() => setOpen(true)}>
              {words.add}
            </button>
          </>
        )
      )}
    </>
  )
}
