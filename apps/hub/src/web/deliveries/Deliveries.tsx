/** Deliveries to agents: filtered, page by page, newest first, with replay. */
import { Button } from "@inlay/ui/Button"
import { useState } from "preact/hooks"

import { useLoaded } from "../api/loading.ts"
import type { Delivery, Subscription, SubscriptionList } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { byLabel } from "../shared/FilterChoice.tsx"
import { FilteredPages, useFilteredPages } from "../shared/FilteredPages.tsx"
import { Page } from "../shared/Page.tsx"
import { Ready } from "../shared/Ready.tsx"
import { navigation } from "../words.ts"
import { DeliveryTable } from "./DeliveryTable.tsx"
import { Replay } from "./Replay.tsx"
import { replaying, deliveries as words } from "./words.ts"

const List = (props: {
  readonly subscriptions: ReadonlyArray<Subscription>
  readonly pages: ReturnType<typeof useFilteredPages<Delivery>>
}) => {
  const names = byLabel(props.subscriptions.map(({ id, name }) => [id, name]))
  return (
    <section class="panel" aria-labelledby="deliveries">
      <h2 id="deliveries">{words.table}</h2>
      <FilteredPages
        pages={props.pages}
        filters={[
          { name: "subscription", label: words.subscription, options: names },
          { name: "state", label: words.state, options: Object.entries(words.states) }
        ]}
        words={words}
        first={
          <a class="button" href={linkTo("triggers", "new")}>
            {words.subscribe}
          </a>
        }
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} names={new Map(names)} />}
      </FilteredPages>
    </section>
  )
}

export const Deliveries = (props: {
  /** Whose deliveries are shown first; all if it is missing. */
  readonly subscription?: string | undefined
}) => {
  const [loaded, load] = useLoaded<SubscriptionList>("/api/subscriptions")
  const [isReplaying, setReplaying] = useState(false)
  const [turn, setTurn] = useState(0)
  const pages = useFilteredPages<Delivery>("/api/deliveries", turn, { subscription: props.subscription ?? "" })
  const subscriptions = loaded.value?.subscriptions ?? []
  const retry = () => {
    load()
    if (pages.error !== undefined) pages.again()
  }
  const begin =
    subscriptions.length > 0 && !isReplaying ? (
      <Button onClick={() => setReplaying(true)}>{replaying.title}</Button>
    ) : undefined
  return (
    <Page title={navigation.views.deliveries} lead={words.lead} actions={begin}>
      {isReplaying && (
        <Replay
          subscriptions={subscriptions}
          subscription={pages.filter["subscription"]}
          onReplayed={() => setTurn(turn + 1)}
          onClose={() => setReplaying(false)}
        />
      )}
      <Ready loaded={loaded} onRetry={retry}>
        {(value) => <List subscriptions={value.subscriptions} pages={pages} />}
      </Ready>
    </Page>
  )
}
