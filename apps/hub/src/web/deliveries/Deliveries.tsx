/** Deliveries to agents: filtered, page by page, newest first, with replay. */
import { Button } from "@inlay/ui/Button"
import { useState } from "preact/hooks"

import { useLoaded } from "../api/loading.ts"
import { usePages } from "../api/pages.ts"
import type { Delivery, Subscription } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { More } from "../shared/More.tsx"
import { Empty, Page } from "../shared/Page.tsx"
import { navigation } from "../words.ts"
import { DeliveryTable } from "./DeliveryTable.tsx"
import { Replay } from "./Replay.tsx"
import { replaying, deliveries as words } from "./words.ts"

type Filter = Readonly<Record<"subscription" | "state", string>>

const ALL: Filter = { subscription: "", state: "" }

const Choice = (props: {
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<readonly [string, string]>
  readonly onChoose: (value: string) => void
}) => (
  <label class="filter">
    <span>{props.label}</span>
    <select value={props.value} onChange={(event) => props.onChoose(event.currentTarget.value)}>
      <option value="">{words.any}</option>
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </label>
)

const Nothing = ({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) =>
  isFiltered ? (
    <Empty text={words.noneOfFilter}>
      <Button onClick={onClear}>{words.clear}</Button>
    </Empty>
  ) : (
    <Empty text={words.none}>
      <a class="button" href={linkTo("triggers", "new")}>
        {words.subscribe}
      </a>
    </Empty>
  )

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
  const { page, error } = pages
  const names = subscriptions.map(({ id, name }) => [id, name] as const)
  return (
    <section class="panel" aria-labelledby="deliveries">
      <h2 id="deliveries">{words.table}</h2>
      <div class="filters" role="group" aria-label={words.filters}>
        <Choice
          label={words.subscription}
          value={filter.subscription}
          options={names}
          onChoose={(subscription) => setFilter({ ...filter, subscription })}
        />
        <Choice
          label={words.state}
          value={filter.state}
          options={Object.entries(words.states)}
          onChoose={(state) => setFilter({ ...filter, state })}
        />
      </div>
      {error !== undefined ? (
        <Failure error={error} onRetry={pages.again} />
      ) : page === undefined ? (
        <Loading />
      ) : page.items.length > 0 ? (
        <DeliveryTable deliveries={page.items} names={new Map(names)} />
      ) : (
        <Nothing isFiltered={filter.state !== "" || filter.subscription !== ""} onClear={() => setFilter(ALL)} />
      )}
      <More pages={pages} label={words.more} />
    </section>
  )
}

export const Deliveries = () => {
  const [loaded, load] = useLoaded<{ readonly subscriptions: ReadonlyArray<Subscription> }>("/api/subscriptions")
  const [isReplaying, setReplaying] = useState(false)
  const [turn, setTurn] = useState(0)
  const subscriptions = loaded.state === "failed" ? [] : (loaded.value?.subscriptions ?? [])
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
      {loaded.state === "failed" ? (
        <Failure error={loaded.error} onRetry={load} />
      ) : loaded.value === undefined ? (
        <Loading />
      ) : (
        <List subscriptions={loaded.value.subscriptions} turn={turn} />
      )}
    </Page>
  )
}
