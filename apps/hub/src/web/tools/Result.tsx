/** A run's result: readable, and as JSON. */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useRef, useState } from "preact/hooks"

import type { Details } from "../api/types.ts"
import { Copyable } from "../shared/Copyable.tsx"
import { Tabs } from "../shared/Tabs.tsx"
import { results as words } from "../words.ts"
import { factsOf, lookupOf, tableOf, type Table } from "./readable.ts"

const Rows = ({ table, title }: { readonly table: Table; readonly title: string }) => (
  <div class="table-scroll" tabIndex={0} role="group" aria-label={title}>
    <table>
      <caption>{words.rows(table.rows.length, table.count)}</caption>
      <thead>
        <tr>
          {table.columns.map((name) => (
            <th key={name} scope="col">
              {visible(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr>
            {row.map((text) => (
              <td>{visible(text)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Facts = ({ output }: { readonly output: unknown }) => (
  <dl class="facts">
    {factsOf(output).map(({ label, value }) => (
      <div key={label}>
        <dt>{visible(label)}</dt>
        <dd>{visible(value)}</dd>
      </div>
    ))}
  </dl>
)

const Readable = ({ output, title }: { readonly output: unknown; readonly title: string }) => {
  const { isMiss, charged } = lookupOf(output)
  const table = tableOf(output)
  const isEmpty = table === undefined ? factsOf(output).length === 0 : table.count === 0
  return (
    <div class="stack tight">
      {isMiss ? (
        <p>{words.noMatch}</p>
      ) : isEmpty ? (
        <p>{words.empty}</p>
      ) : table === undefined ? (
        <Facts output={output} />
      ) : (
        <Rows table={table} title={title} />
      )}
      {charged !== undefined && <p class="quiet small">{words.charged(charged)}</p>}
    </div>
  )
}

const VIEWS = { readable: words.readable, json: words.json } as const

export const Result = ({ tool, output }: { readonly tool: Details; readonly output: unknown }) => {
  const [view, setView] = useState<keyof typeof VIEWS>("readable")
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [output])
  return (
    <section class="panel" aria-labelledby="result">
      <div class="panel-head">
        <h2 id="result" ref={title} tabIndex={-1}>
          {words.title}
        </h2>
        <Tabs label={words.view} tabs={VIEWS} chosen={view} onChoose={setView} />
      </div>
      {view === "json" ? (
        <Copyable text={JSON.stringify(output, null, 2)} label={words.json} />
      ) : (
        <Readable output={output} title={tool.title} />
      )}
    </section>
  )
}
