/** The audit log: filtered, page by page, newest first. */
import { visible } from "@inlay/ui/text/visible"

import { useLoaded } from "../api/loading.ts"
import type { AccountList, Run } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { FilteredPages, useFilteredPages } from "../shared/FilteredPages.tsx"
import { Identifier } from "../shared/Identifier.tsx"
import { Table } from "../shared/Table.tsx"
import { lasting } from "../shared/time.ts"
import { Time } from "../shared/Time.tsx"
import { number } from "../words.ts"
import { activity as words } from "./words.ts"

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

const viaText = (via: string | null): string => (via === null ? "–" : (words.ways[via] ?? via))

const costText = ({ charged }: Run): string =>
  charged === null ? "–" : charged === "unknown" ? words.unknown : number(charged)

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
    <td data-label={columns.account} class="name">
      {visible(`${run.plugin}/${run.account}`)}
    </td>
    <td data-label={columns.who}>
      <bdi>{visible(run.principalName ?? run.principal)}</bdi>
    </td>
    <td data-label={columns.via} class="unbroken">
      {viaText(run.via)}
    </td>
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
  const [accounts] = useLoaded<AccountList>("/api/accounts")
  const pages = useFilteredPages<Run>("/api/runs")
  const ids = accounts.value?.accounts.map(({ id }) => id) ?? []
  return (
    <section class="panel" aria-labelledby="runs">
      <h2 id="runs">{words.table}</h2>
      <FilteredPages
        pages={pages}
        filters={[
          { name: "account", label: columns.account, options: ids.map((id) => [id, id]) },
          { name: "via", label: columns.via, options: Object.entries(words.ways) },
          { name: "outcome", label: columns.outcome, options: OUTCOMES.map((one) => [one, outcomeText(one)]) }
        ]}
        words={words}
        first={
          <a class="button" href={linkTo("tools")}>
            {words.first}
          </a>
        }
      >
        {(runs) => (
          <Table isStacking label={words.table} columns={Object.values(columns)} numbers={[columns.took, columns.cost]}>
            {runs.map((run) => (
              <Row key={run.id} run={run} />
            ))}
          </Table>
        )}
      </FilteredPages>
    </section>
  )
}
