/** The list of all subscriptions with their health. */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { together, useLoaded, type Loaded } from "../api/loading.ts"
import type { Health, HealthList, Subscription, SubscriptionList, TriggerList } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Empty, Page } from "../shared/Page.tsx"
import { Ready } from "../shared/Ready.tsx"
import { Searched } from "../shared/Searched.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { Time } from "../shared/Time.tsx"
import { navigation } from "../words.ts"
import { HealthMark } from "./HealthMark.tsx"
import { Orphans } from "./Orphans.tsx"
import { valuesText } from "./values.ts"
import { subscription as factWords, triggers as words } from "./words.ts"

const Row = (props: {
  readonly subscription: Subscription
  readonly title: string
  readonly health: Health | undefined
  readonly isLate: boolean
}) => {
  const { subscription, title, health, isLate } = props
  const details = isLate ? undefined : health
  const where = valuesText(subscription.target) || factWords.everywhere
  const facts = [...(subscription.name === title ? [] : [title]), where, subscription.account]
  return (
    <li class="account">
      <div class="account-main">
        <span class="account-name">
          <a href={linkTo("triggers", subscription.id)}>
            <strong>
              <bdi>{visible(subscription.name)}</bdi>
            </strong>
          </a>
          <HealthMark subscription={subscription} health={health} />
        </span>
        <span class="quiet small">
          {facts.map((fact, at) => (
            <>
              {at > 0 && " · "}
              <bdi>{visible(fact)}</bdi>
            </>
          ))}
          {details !== undefined && (
            <>
              {" · "}
              <span class="unbroken">
                {factWords.lastStart}:{" "}
                {details.lastStartAt === null ? factWords.never : <Time at={details.lastStartAt} />}
              </span>
            </>
          )}
        </span>
        {details?.problems.slice(0, 1).map((problem) => (
          <span key={problem} class="small">
            <TextWithCode text={problem} />
          </span>
        ))}
      </div>
    </li>
  )
}

const List = (props: {
  readonly subscriptions: ReadonlyArray<Subscription>
  readonly health: Loaded<HealthList>
  readonly triggers: Loaded<TriggerList>
  /** Whether the rows were drawn before their health was known. Then they neither move nor grow: only marks are added. */
  readonly isLate: boolean
}) => {
  const { subscriptions, health, triggers, isLate } = props
  const titles = new Map(triggers.value?.triggers.map(({ id, title }) => [id, title]))
  const titleOf = ({ trigger }: Subscription) => titles.get(trigger) ?? trigger
  const healths = new Map(health.value?.health.map((state) => [state.subscription, state]))
  const needsAttention = ({ id }: Subscription) => healths.get(id)?.ok === false
  const rows = (some: ReadonlyArray<Subscription>) => (
    <section class="panel" aria-label={words.list}>
      <ul class="accounts">
        {some.map((subscription) => (
          <Row
            key={subscription.id}
            subscription={subscription}
            title={titleOf(subscription)}
            health={healths.get(subscription.id)}
            isLate={isLate}
          />
        ))}
      </ul>
      {health.state === "failed" && <Failure error={health.error} />}
    </section>
  )
  // Those that need attention come first: in a long list nobody would find them.
  const sorted = isLate
    ? subscriptions
    : subscriptions.toSorted((a, b) => Number(needsAttention(b)) - Number(needsAttention(a)))
  return (
    <Searched
      items={sorted}
      textOf={(item) => [item.name, titleOf(item), valuesText(item.target), item.account, item.url].join(" ")}
      noun="subscription"
    >
      {rows}
    </Searched>
  )
}

/** How long the list waits for its order. Health asks the accounts' services, which may take half a minute. */
const WAIT_MILLIS = 1_000

export const Subscriptions = () => {
  const [loaded, load] = useLoaded<SubscriptionList>("/api/subscriptions")
  const [health, loadHealth] = useLoaded<HealthList>("/api/subscriptions/health")
  const [triggers, loadTriggers] = useLoaded<TriggerList>("/api/triggers")
  const [, retry] = together([loaded, load], [health, loadHealth], [triggers, loadTriggers])
  // What they change would move a row away from who is about to press it.
  const isComplete = health.state !== "loading" && triggers.state !== "loading"
  const hasList = loaded.value !== undefined
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isComplete || !hasList) return
    setLate(false)
    const timer = setTimeout(() => setLate(true), WAIT_MILLIS)
    return () => clearTimeout(timer)
  }, [isComplete, hasList])
  const begin = (
    <a class="button primary" href={linkTo("triggers", "new")}>
      {words.subscribe}
    </a>
  )
  const isEmpty = loaded.state === "ready" && loaded.value.subscriptions.length === 0
  return (
    <Page title={navigation.views.triggers} lead={words.lead} actions={isEmpty ? undefined : begin}>
      <Ready loaded={loaded} onRetry={retry}>
        {({ subscriptions }) =>
          subscriptions.length === 0 ? (
            <Empty text={words.none}>{begin}</Empty>
          ) : isComplete || isLate ? (
            <List subscriptions={subscriptions} health={health} triggers={triggers} isLate={isLate} />
          ) : (
            <Loading />
          )
        }
      </Ready>
      <Orphans />
    </Page>
  )
}
