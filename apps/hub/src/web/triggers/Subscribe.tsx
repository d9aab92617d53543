/** The page of a trigger: the form that subscribes to it, and then the subscription's secret. */
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { at } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { NewSubscription, TriggerDetails } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Empty, Page } from "../shared/Page.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { SubscribeForm } from "./SubscribeForm.tsx"
import { triggers, subscribing as words } from "./words.ts"

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
    <Page title={words.title(trigger.title)} lead={<TextWithCode text={trigger.description} />} actions={back}>
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
          <SubscribeForm trigger={trigger} onMade={setSubscription} />
        </>
      )}
    </Page>
  )
}
