/** The audit log: filtered, page by page, newest first. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { useLoaded } from "../api/loading.ts"
import { usePages } from "../api/pages.ts"
import type { Account, Run } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { FilterChoice } from "../shared/FilterChoice.tsx"
import { Identifier } from "../shared/Identifier.tsx"
import { Empty } from "../shared/Page.tsx"
import { Paged } from "../shared/Paged.tsx"
import { Table } from "../shared/Table.tsx"
import { lasting } from "../shared/time.ts"
import { Time } from "../shared/Time.tsx"
import { activity as words } from "./words.ts"

type Filter = Readonly<Record<"account" | "via" | "outcome", string>>

const ALL: Filter = { account: "", via: "", outcome: "" }

const OUTCOMES: ReadonlyArray<Run["outcome"]> = [
  "ok",
  "Unauthorized",
  "Forbidden",
  "NotFound",
  "Conflict",
  "Invalid",
  "RateLimited",
  "QuotaExhausted",
  "Refused",
  "Unavailable",
  "Timeout",
  "Transport",
  "Decode",
  "Interrupted"
]

const outcomeText = (outcome: string): string =>
  words.outcomes[outcome] ?? outcome.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()

const viaText = (via: string | null): string => (via === null ? "" : (words.ways[via] ?? via))

const Filters = (props: { readonly filter: Filter; readonly onChange: (filter: Filter) => void }) => {
  const { filter, onChange } = props
  const [accounts] = useLoaded<{ readonly accounts: ReadonlyArray<Account> }>("/api/accounts")
  const ids = accounts.value?.accounts.map(({ id }) => id) ?? []
  const set = (name: keyof Filter) => (value: string) => onChange({ ...filter, [name]: value })
  return (
    <div class="filters" role="group" aria-label={words.filters}>
      <FilterChoice
        label={words.columns.account}
        value={filter.account}
        options={ids.map((id) => [id, id] as const)}
        onChoose={set("account")}
      />
      <FilterChoice
        label={words.columns.via}
        value={filter.via}
        options={Object.entries(words.ways)}
        onChoose={set("via")}
      />
      <FilterChoice
        label={words.columns.outcome}
        value={filter.outcome}
        options={OUTCOMES.map((one) => [one, outcomeText(one)] as const)}
        onChoose={set("outcome")}
      />
    </div>
  )
}

const costText = ({ charged }: Run): string =>
  charged === null ? "–" : charged === "unknown" ? words.unknown : String(charged)

const { columns } = words

const Row = ({ run }: { readonly run: Run }) => (
  <tr>
    <td data-label={columns.at}>
      <Time at={run.at} />
    </td>
    <th scope="row" data-label={columns.tool}>
      <a href={linkTo("tools", run.tool)}>
        <Identifier text={run.tool} />
      </a>
    </th>
    <td data-label={columns.account}>{visible(`${run.plugin}/${run.account}`)}</td>
    <td data-label={columns.who}>{visible(run.principalName ?? run.principal)}</td>
    <td data-label={columns.via}>{viaText(run.via)}</td>
    <td data-label={columns.took} class="number">
      {lasting(run.durationMillis)}
    </td>
    <td data-label={columns.cost} class="number">
      {costText(run)}
    </td>
    <td data-label={columns.outcome}>
      <span class={`mark ${run.outcome === "ok" ? "good" : "danger"}`}>{outcomeText(run.outcome)}</span>
    </td>
  </tr>
)

export const Runs = () => {
  const [filter, setFilter] = useState(ALL)
  const pages = usePages<Run>("/api/runs", filter)
  const isFiltered = Object.values(filter).some((value) => value !== "")
  return (
    <section class="panel" aria-labelledby="runs">
      <h2 id="runs">{words.table}</h2>
      <Filters filter={filter} onChange={setFilter} />
      <Paged
        pages={pages}
        more={words.more}
        none={
          isFiltered ? (
            <Empty text={words.noneOfFilter}>
              <Button onClick={() => setFilter(ALL)}>{words.clear}</Button>
            </Empty>
          ) : (
            <Empty text={words.none}>
              <a class="button" href={linkTo("tools")}>
                {words.first}
              </a>
            </Empty>
          )
        }
      >
        {(runs) => (
          <Table isStacking label={words.table} columns={Object.values(columns)}>
            {runs.map((run) => (
              <Row key={run.id} run={run} />
            ))}
          </Table>
        )}
      </Paged>
    </section>
  )
}
