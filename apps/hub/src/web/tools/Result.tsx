/** A run's result: as the plugin's card if there is one, as a table or facts, and as JSON. */
import type { Card } from "@inlay/agent-plugin/Card"
import { CardView } from "@inlay/ui/CardView"
import { useCopying } from "@inlay/ui/copying"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useRef, useState } from "preact/hooks"

import type { Details } from "../api/types.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Facts } from "../shared/Facts.tsx"
import { Table } from "../shared/Table.tsx"
import { Tabs } from "../shared/Tabs.tsx"
import { common } from "../words.ts"
import { factsOf, lookupOf, tableOf, type Table as Tabular } from "./readable.ts"
import { results as words } from "./words.ts"

const Rows = ({ table, title }: { readonly table: Tabular; readonly title: string }) => (
  <Table
    label={title}
    columns={table.columns.map((name) => visible(name))}
    caption={words.rows(table.rows.length, table.count)}
  >
    {table.rows.map((row) => (
      <tr>
        {row.map((text) => (
          <td>{visible(text)}</td>
        ))}
      </tr>
    ))}
  </Table>
)

const Readable = ({ output, title }: { readonly output: unknown; readonly title: string }) => {
  const { isMiss } = lookupOf(output)
  const table = tableOf(output)
  const isEmpty = table === undefined ? factsOf(output).length === 0 : table.count === 0
  return (
    <div class="stack tight">
      {isMiss ? (
        <p>{words.noMatch}</p>
      ) : isEmpty ? (
        <p>{words.empty}</p>
      ) : table === undefined ? (
        <Facts facts={factsOf(output).map(({ label, value }) => [visible(label), visible(value)])} />
      ) : (
        <Rows table={table} title={title} />
      )}
    </div>
  )
}

const Drawn = ({ card }: { readonly card: Card }) => {
  const copying = useCopying(common.notCopied)
  return (
    <div class="drawn">
      <strong>{visible(card.title)}</strong>
      {card.subtitle !== "" && <p class="quiet">{visible(card.subtitle)}</p>}
      <CardView card={card} showSources={false} copying={copying} words={common} />
      <span class="unseen" role="status">
        {copying.said}
      </span>
    </div>
  )
}

type View = "card" | "readable" | "json"

export const Result = (props: { readonly tool: Details; readonly output: unknown; readonly card?: Card }) => {
  const { tool, output, card } = props
  const views = {
    ...(card !== undefined && { card: words.card }),
    readable: tableOf(output) === undefined ? words.facts : words.table,
    json: words.json
  } as Readonly<Record<View, string>>
  const [view, setView] = useState<View>(card === undefined ? "readable" : "card")
  const { charged } = lookupOf(output)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [output])
  return (
    <section class="panel" aria-labelledby="result">
      <div class="panel-head">
        <h2 id="result" ref={title} tabIndex={-1}>
          {words.title}
        </h2>
        <Tabs label={words.view} tabs={views} chosen={view} onChoose={setView} />
      </div>
      {view === "json" ? (
        <Copyable text={JSON.stringify(output, null, 2)} label={words.json} />
      ) : view === "card" && card !== undefined ? (
        <Drawn card={card} />
      ) : (
        <Readable output={output} title={tool.title} />
      )}
      {charged !== undefined && <p class="quiet small">{words.charged(charged)}</p>}
    </section>
  )
}
