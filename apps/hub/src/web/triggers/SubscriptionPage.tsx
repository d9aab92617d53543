/** One subscription: what it watches, its health, what it would start, and its live events. */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { at, post, remove, request, type Answer } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import { useSending } from "../api/sending.ts"
import type { HealthList, NewSecret, Subscription, SubscriptionList } from "../api/types.ts"
import { go, linkTo } from "../route.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Facts, type Fact } from "../shared/Facts.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Page } from "../shared/Page.tsx"
import { Time } from "../shared/Time.tsx"
import { common } from "../words.ts"
import { ChangeForm } from "./ChangeForm.tsx"
import { HealthMark } from "./HealthMark.tsx"
import { HealthView } from "./HealthView.tsx"
import { LiveFeed } from "./LiveFeed.tsx"
import { Trial } from "./Trial.tsx"
import { valuesText } from "./values.ts"
import { changing, replacing, subscribing, triggers, subscription as words } from "./words.ts"

const factsOf = (one: Subscription): ReadonlyArray<Fact> => {
  const how = [...(one.inOrder ? [words.inOrder] : []), ...(one.ownChanges ? [words.ownChanges] : [])]
  return [
    [words.watches, visible(valuesText(one.target) || words.everywhere)],
    [words.filters, visible(valuesText(one.filters) || words.noFilters)],
    [words.sendsTo, visible([one.url, ...how].join(" · "))],
    [words.account, visible(one.account)],
    [words.since, <Time at={one.createdAt} />]
  ]
}

type Asking = "remove" | "pause" | "secret" | "secretAlone" | "change"

const Acts = ({ one, onChanged }: { readonly one: Subscription; readonly onChanged: () => void }) => {
  const [asking, setAsking] = useState<Asking>()
  const { error, clearError, send } = useSending()
  const [secret, setSecret] = useState<NewSecret>()
  const path = at`/api/subscriptions/${one.id}`
  const ask = (next?: Asking) => {
    setAsking(next)
    // It was about an earlier attempt.
    clearError()
  }
  const act = async <A,>(acting: Promise<Answer<A>>, after: (value: A) => void) => {
    ask()
    const answer = await send(acting)
    if (answer.ok) after(answer.value)
  }
  const enable = (enabled: boolean) => void act(request("PATCH", path, { body: { enabled } }), onChanged)
  const replaceSecret = async () => {
    const answer = await post<NewSecret>(`${path}/secret`)
    // The secret before it cannot be read.
    if (!answer.ok && answer.error.guard === "vault") return ask("secretAlone")
    await act(Promise.resolve(answer), setSecret)
  }
  const replaceAlone = () => void act(post<NewSecret>(`${path}/secret`, { keepPrevious: false }), setSecret)
  const questions = {
    remove: [words.sure(one.name), words.remove, () => void act(remove(path), () => go("triggers"))],
    pause: [words.surePause(one.name), words.pause, () => enable(false)],
    secret: [replacing.sure, replacing.open, () => void replaceSecret()],
    secretAlone: [replacing.sureAlone, replacing.open, replaceAlone]
  } as const
  const question = asking === undefined || asking === "change" ? undefined : questions[asking]
  return (
    <>
      <div class="actions">
        {one.enabled ? (
          <Button onClick={() => ask("pause")}>{words.pause}</Button>
        ) : (
          <Button look="primary" onClick={() => enable(true)}>
            {words.resume}
          </Button>
        )}
        <Button onClick={() => ask("change")}>{changing.open}</Button>
        {one.destination === "agent" && <Button onClick={() => ask("secret")}>{replacing.open}</Button>}
        <a class="button" href={linkTo("deliveries", "of", one.id)}>
          {words.deliveries}
        </a>
        <Button look="danger" onClick={() => ask("remove")}>
          {words.remove}
        </Button>
      </div>
      {asking === "change" && (
        <ChangeForm
          one={one}
          onChanged={() => {
            ask()
            onChanged()
          }}
          onClose={() => ask()}
        />
      )}
      {question !== undefined && (
        <Confirm question={question[0]} yes={question[1]} no={common.cancel} onYes={question[2]} onNo={() => ask()} />
      )}
      {secret !== undefined && (
        <Notice tone="good" announce>
          {secret.previousUntil === null ? replacing.doneAlone : replacing.done}
          <Copyable text={secret.secret} label={subscribing.secret} />
        </Notice>
      )}
      <Failure error={error} />
    </>
  )
}

export const SubscriptionPage = ({ id }: { readonly id: string }) => {
  const query = `?id=${encodeURIComponent(id)}`
  const [loaded, load] = useLoaded<SubscriptionList>(`/api/subscriptions${query}`)
  const [health, look] = useLoaded<HealthList>(`/api/subscriptions/health${query}`)
  const back = <a href={linkTo("triggers")}>{triggers.all}</a>
  if (loaded.state === "failed") return <Failure error={loaded.error} onRetry={load} />
  if (loaded.value === undefined) return <Loading />
  const one = loaded.value.subscriptions.find((each) => each.id === id)
  if (one === undefined) {
    return (
      <Page title={triggers.list} actions={back}>
        <p>{words.gone}</p>
      </Page>
    )
  }
  const own = health.value?.health.find((each) => each.subscription === id)
  return (
    <Page title={one.name} lead={one.trigger} actions={back}>
      <section class="panel" aria-label={one.name}>
        <div>
          <HealthMark subscription={one} health={own} />
        </div>
        <Facts facts={factsOf(one)} />
        <Acts
          one={one}
          onChanged={() => {
            load()
            look()
          }}
        />
      </section>
      <HealthView loaded={health} health={own} onLook={look} />
      <Trial subscription={one} />
      <LiveFeed subscription={one} onEvent={look} />
    </Page>
  )
}
