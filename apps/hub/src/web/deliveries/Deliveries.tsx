/** Deliveries to agents: filtered, page by page, newest first, with replay. */
import { Button } from "@inlay/ui/Button"
import { useState } from "preact/hooks"

import { useLoaded } from "../api/loading.ts"
import { usePages } from "../api/pages.ts"
import type { Delivery, Subscription } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { byLabel, FilterChoice } from "../shared/FilterChoice.tsx"
import { Empty, Page } from "../shared/Page.tsx"
import { Paged } from "../shared/Paged.tsx"
import { Ready } from "../shared/Ready.tsx"
import { navigation } from "../words.ts"
import { DeliveryTable } from "./DeliveryTable.tsx"
import { Replay } from "./Replay.tsx"
import { replaying, deliveries as words } from "./words.ts"

type Filter = Readonly<Record<"subscription" | "state", string>>

const ALL: Filter = { subscription: "", state: "" }

/** @param turn a change loads the list again */
const List = ({
  subscriptions,
  turn
}: {
  readonly subscriptions: ReadonlyArray<Subscription>
  readonly turn: number
}) => {
  const [filter, setFilter] = useState(ALL)
  const pages = usePages<Delivery>("/api/deliveries", filter, turn)
  const names = byLabel(subscriptions.map(({ id, name }) => [id, name]))
  return (
    <section class="panel" aria-labelledby="deliveries">
      <h2 id="deliveries">{words.table}</h2>
      <div class="filters" role="group" aria-label={words.filters}>
        <FilterChoice
          label={words.subscription}
          value={filter.subscription}
          options={names}
          onChoose={(subscription) => setFilter({ ...filter, subscription })}
        />
        <FilterChoice
          label={words.state}
          value={filter.state}
          options={Object.entries(words.states)}
          onChoose={(state) => setFilter({ ...filter, state })}
        />
      </div>
      <Paged
        pages={pages}
        more={words.more}
        none={
          filter.state !== "" || filter.subscription !== "" ? (
            <Empty text={words.noneOfFilter}>
              <Button onClick={() => setFilter(ALL)}>{words.clear}</Button>
            </Empty>
          ) : (
            <Empty text={words.none}>
              <a class="button" href={linkTo("triggers", "new")}>
                {words.subscribe}
              </a>
            </Empty>
          )
        }
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} names={new Map(names)} />}
      </Paged>
    </section>
  )
}

export const Deliveries = () => {
  const [loaded, load] = useLoaded<{ readonly subscriptions: ReadonlyArray<Subscription> }>("/api/subscriptions")
  const [isReplaying, setReplaying] = useState(false)
  const [turn, setTurn] = useState(0)
  const subscriptions = loaded.value?.subscriptions ?? []
  const begin =
    subscriptions.length > 0 && !isReplaying ? (
      <Button onClick={() => setReplaying(true)}>{replaying.title}</Button>
    ) : undefined
  return (
    <Page title={navigation.views.deliveries} lead={words.lead} actions={begin}>
      {isReplaying && (
        <Replay
          subscriptions={subscriptions}
          onReplayed={() => setTurn(turn + 1)}
          onClose={() => setReplaying(false)}
        />
      )}
      <Ready loaded={loaded} onRetry={load}>
        {(value) => <List subscriptions={value.subscriptions} turn={turn} />}
      </Ready>
    </Page>
  )
}
