/** One delivery: what was sent, the responses, and the runs of the agent that it started. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { at, post } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import { useSending } from "../api/sending.ts"
import type { DeliveryDetails, Replayed, Run, Subscription, SubscriptionList } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Facts } from "../shared/Facts.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Page } from "../shared/Page.tsx"
import { exact } from "../shared/time.ts"
import { Time } from "../shared/Time.tsx"
import { StateMark } from "./DeliveryTable.tsx"
import { isReplayable } from "./replay-form.ts"
import { resultOf, timelineOf } from "./timeline.ts"
import { deliveries, delivery as words } from "./words.ts"

interface ShownDelivery {
  readonly one: DeliveryDetails
  /** Undefined until it is loaded, and if it cannot be. */
  readonly subscription: Subscription | undefined
}

const Overview = ({ one, subscription, onChanged }: ShownDelivery & { readonly onChanged: () => void }) => {
  const { error, send } = useSending()
  const [isSaid, setSaid] = useState(false)
  const replay = async () => {
    const answer = await send(post<Replayed>("/api/deliveries/replay", { ids: [one.id] }))
    if (!answer.ok) return
    setSaid(answer.value.replayed > 0)
    onChanged()
  }
  return (
    <section class="panel" aria-label={words.facts}>
      <Facts
        facts={[
          [deliveries.columns.state, <StateMark state={one.state} />],
          [words.why, one.why === null ? undefined : visible(one.why)],
          [words.next, one.nextAt === null ? undefined : <Time at={one.nextAt} />],
          [
            words.subscription,
            subscription === undefined ? (
              visible(one.subscription)
            ) : (
              <a href={linkTo("triggers", subscription.id)}>
                <bdi>{visible(subscription.name)}</bdi>
              </a>
            )
          ],
          [words.account, visible(one.account)],
          [words.id, <code>{one.id}</code>]
        ]}
      />
      {isReplayable(one, Date.now()) && (
        <div class="actions">
          <Button onClick={() => void replay()}>{one.state === "pending" ? words.sendNow : words.replay}</Button>
        </div>
      )}
      <p class="unseen" role="status">
        {isSaid ? words.replayed : ""}
      </p>
      <Failure error={error} />
    </section>
  )
}

const Answers = ({ one, subscription }: ShownDelivery) => (
  <section class="panel" aria-labelledby="answers">
    <h2 id="answers">{words.answers}</h2>
    {one.log.length === 0 ? (
      <p class="quiet">{one.state === "pending" ? words.notYetSent : words.neverSent}</p>
    ) : (
      <ol class="feed">
        {one.log.map(({ attempt, at: moment, status, delivered, answer, durationMillis }) => (
          <li key={attempt}>
            <span class={`mark ${delivered ? "good" : "danger"}`}>
              {resultOf({ status, delivered }, subscription?.destination)}
            </span>{" "}
            <span class="quiet small">
              {words.attempt(attempt)} · {exact(moment)} · {words.lasted(durationMillis)}
            </span>
            {answer !== "" && <span class="below">{visible(answer)}</span>}
          </li>
        ))}
      </ol>
    )}
  </section>
)

const Timeline = ({ one, subscription }: ShownDelivery) => {
  const [runs, load] = useLoaded<{ readonly items: ReadonlyArray<Run> }>(
    `/api/runs?event=${encodeURIComponent(one.id)}&limit=50`
  )
  const runItems = runs.value?.items ?? []
  return (
    <section class="panel" aria-labelledby="timeline">
      <h2 id="timeline">{words.timeline}</h2>
      <ol class="feed">
        {timelineOf(one, runItems, subscription?.destination).map((moment) => (
          <li key={moment.at + moment.text}>
            <span class="quiet small">{exact(moment.at)}</span>
            <span class="below">
              {moment.tool === undefined ? (
                visible(moment.text)
              ) : (
                <a href={linkTo("tools", moment.tool)}>{visible(moment.text)}</a>
              )}
            </span>
          </li>
        ))}
      </ol>
      {runs.state === "failed" ? (
        <Failure error={runs.error} onRetry={load} />
      ) : (
        runs.state === "ready" && runItems.length === 0 && <p class="quiet small">{words.noRuns}</p>
      )}
    </section>
  )
}

export const DeliveryPage = ({ id }: { readonly id: string }) => {
  const [loaded, load] = useLoaded<DeliveryDetails>(at`/api/deliveries/${id}`)
  const [subscriptions] = useLoaded<SubscriptionList>("/api/subscriptions")
  const back = <a href={linkTo("deliveries")}>{deliveries.all}</a>
  if (loaded.state === "failed") {
    return (
      <Page title={words.facts} actions={back}>
        <Failure error={loaded.error} onRetry={load} />
      </Page>
    )
  }
  if (loaded.value === undefined) return <Loading />
  const one = loaded.value
  const all = subscriptions.value?.subscriptions
  const subscription = all?.find(({ id: each }) => each === one.subscription)
  return (
    <Page
      title={words.title(one.trigger)}
      actions={
        <>
          <Button onClick={load}>{words.reload}</Button>
          {back}
        </>
      }
    >
      <Overview one={one} subscription={subscription} onChanged={load} />
      <Timeline one={one} subscription={subscription} />
      <section class="panel" aria-labelledby="request">
        <h2 id="request">{words.request}</h2>
        <Copyable text={JSON.stringify(one.data, null, 2)} label={words.request} />
      </section>
      <Answers one={one} subscription={subscription} />
    </Page>
  )
}
