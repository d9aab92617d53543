/** Rate limits and quotas of each account, as its provider last reported them, and over time. */
import { visible } from "@inlay/ui/text/visible"

import type { Usage } from "../api/types.ts"
import { lazyView } from "../shared/lazy-view.tsx"
import { Searched } from "../shared/Searched.tsx"
import { Shortened } from "../shared/Shortened.tsx"
import { Table } from "../shared/Table.tsx"
import { Time } from "../shared/Time.tsx"
import { shareLeft } from "./limit-summary.ts"
import { activity as words } from "./words.ts"

const FIRST = 10

/** Loaded separately with the chart library, like the charts of runs. */
const LimitCharts = lazyView(() => import("./LimitCharts.tsx").then(({ LimitCharts: view }) => view))

const LimitTable = ({ limits }: Pick<Usage, "limits">) => (
  <Table isStacking label={words.limits} columns={[words.account, words.limit, words.left, words.fullAgain]}>
    {limits.map(({ account, name, resource, window, limit, remaining, resetsAt }) => (
      <tr key={`${account} ${resource} ${window}`}>
        <th scope="row">{account}</th>
        <td data-label={words.limit}>{visible(name)}</td>
        <td data-label={words.left} class="unbroken">
          {words.of(remaining, limit)}
          {limit !== null && <meter min={0} max={limit} value={remaining} aria-label={visible(`${account} ${name}`)} />}
        </td>
        <td data-label={words.fullAgain}>
          <Time at={resetsAt} />
        </td>
      </tr>
    ))}
  </Table>
)

export const Limits = ({ limits }: Pick<Usage, "limits">) => (
  <section class="panel" aria-labelledby="limits">
    <h2 id="limits">{words.limits}</h2>
    {limits.length > 0 && (
      <Searched items={limits} textOf={({ account, name }) => `${account} ${name}`} noun="limit">
        {(some) => (
          <Shortened
            items={some}
            count={FIRST}
            by={({ remaining, limit }) => shareLeft(remaining, limit)}
            words={words.leastLeft}
          >
            {(few) => <LimitTable limits={few} />}
          </Shortened>
        )}
      </Searched>
    )}
    <h3>{words.limitsOverTime}</h3>
    <LimitCharts />
  </section>
)
