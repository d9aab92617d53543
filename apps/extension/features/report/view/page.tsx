/**
 * A report on a site or a page: its figures compared with the previous period, users by day, and a table by a dimension
 * of the user's choice.
 */
import { Button } from "@inlay/ui/Button"
import { Mark } from "@inlay/ui/Icon"
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useMemo, useState } from "preact/hooks"

import { report as words } from "../../../locales/report.ts"
import { channels, site } from "../../../locales/site.ts"
import type { Send } from "../../../messaging/client.ts"
import { breakable } from "../../../ui/breakable.tsx"
import { saveFile } from "../../../ui/save-file.ts"
import { Select } from "../../../ui/Select.tsx"
import { isOpen } from "../../site/figures/figures.ts"
import { reportPlaceOf, type ReportPlace } from "../../site/report-place.ts"
import { Change } from "../../site/view/change.tsx"
import { Failed } from "../../site/view/failed.tsx"
import { QualityWords } from "../../site/view/limits.tsx"
import { csvOf, METRICS, type ReportChoice, type Dimension, type Table as TableOf } from "../ask.ts"
import type { Chart as ChartView } from "./chart.tsx"
import { useReport, type Shown } from "./use-report.ts"

const optionsOf = <A extends string>(texts: Readonly<Record<A, string>>) =>
  Object.entries(texts) as unknown as ReadonlyArray<readonly [A, string]>

/** How people know an empty value of a dimension, in every language: the service wrote it so until 2025. */
const NOT_SET = "(not set)"

const nameOf = (name: string, by: Dimension): string => {
  if (by === "date") return site.day(name)
  if (name === "") return NOT_SET
  return visible(by === "sessionDefaultChannelGroup" ? (channels[name] ?? name) : name)
}

/** @param unsettledFrom the first day whose figures may still change */
const Table = (props: {
  readonly table: TableOf
  readonly by: Dimension
  readonly unsettledFrom: string | undefined
}) => {
  const { table, by, unsettledFrom } = props
  return (
    <div class="report-scroll" tabIndex={0} role="region" aria-label={words.dimensions[by]}>
      <table class={`report-table ${by === "date" ? "days" : ""}`}>
        <thead>
          <tr>
            <th scope="col">{words.dimensions[by]}</th>
            {METRICS.map((metric) => (
              <th key={metric} scope="col">
                {words.metrics[metric]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...figures]) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{breakable(nameOf(name, by))}</bdi>
                {by === "date" && isOpen(name, unsettledFrom) && <span class="small site-open"> {site.notFinal}</span>}
              </th>
              {figures.map((figure, at) => (
                <td key={METRICS[at]}>{site.count(figure)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Body = ({ of: { by, totals, days, table, unsettledFrom, quality, tokensLeft } }: { readonly of: Shown }) => {
  const [Chart, setChart] = useState<typeof ChartView>()
  useEffect(() => void import("./chart.tsx").then((module) => setChart(() => module.Chart)), [])
  return (
    <>
      <dl class="report-totals">
        {totals.map((total, at) => (
          <div key={METRICS[at]}>
            <dt>{words.metrics[METRICS[at] ?? "sessions"]}</dt>
            <dd class="figure">{site.count(total.now)}</dd>
            <dd>
              <Change of={total} days={days.dates.length} />
            </dd>
          </div>
        ))}
      </dl>
      {Chart === undefined ? <div class="report-chart" /> : <Chart days={days} />}
      {table.rows.length === 0 ? <p>{words.none}</p> : <Table {...{ table, by, unsettledFrom }} />}
      {quality.blocked.length > 0 && <p class="small site-limits">{visible(site.blocked(quality.blocked))}</p>}
      <p class="small quiet" role="status">
        {words.rows(table.rows.length, table.all)} · <QualityWords of={quality} />
        {tokensLeft !== null && ` · ${site.tokens(tokensLeft)}`}
      </p>
    </>
  )
}

const Report = (props: { readonly send: Send; readonly place: ReportPlace; readonly onSettings: () => void }) => {
  const { send, place, onSettings } = props
  const [choice, setChoice] = useState<ReportChoice>({ range: "28daysAgo..yesterday", scope: place.scope, by: "date" })
  const [state, again] = useReport(send, place, choice)
  const change = (over: Partial<ReportChoice>) => setChoice((now) => ({ ...now, ...over }))
  return (
    <section class="panel" aria-busy={state.at === "reading"}>
      <div class="report-controls">
        <Select
          label={words.range}
          options={optionsOf(words.ranges)}
          value={choice.range}
          onChoose={(range) => change({ range })}
        />
        <Select
          label={words.scope}
          options={optionsOf(site.scopes)}
          value={choice.scope}
          onChoose={(scope) => change({ scope })}
        />
        <Select
          label={words.by}
          options={optionsOf(words.dimensions)}
          value={choice.by}
          onChoose={(by) => change({ by })}
        />
        {state.at === "report" && state.of.table.rows.length > 0 && (
          <Button onClick={() => saveFile(`report-${state.of.by}.csv`, "text/csv", csvOf(state.of.table, state.of.by))}>
            {words.file}
          </Button>
        )}
      </div>
      {state.at === "reading" && <p role="status">{words.reading}</p>}
      {state.at !== "reading" && state.error !== undefined && (
        <Failed
          onSettings={onSettings}
          error={state.error}
          readAtMillis={state.at === "report" ? state.readAtMillis : undefined}
          onAgain={again}
        />
      )}
      {state.at === "report" && <Body of={state.of} />}
    </section>
  )
}

/** @param hash of the page's address, which names the report */
export const ReportPage = (props: { readonly send: Send; readonly hash: string; readonly onSettings: () => void }) => {
  const place = useMemo(() => reportPlaceOf(props.hash), [props.hash])
  return (
    <div class="sheet wide">
      <header class="sheet-head">
        <Mark size={32} />
        <div>
          <h1>{place === undefined ? words.title : new URL(place.address).host}</h1>
          {place !== undefined && (
            <p class="report-place">
              {visible(`${site.property(place.property.name)} · ${words.page(new URL(place.address).pathname)}`)}
            </p>
          )}
        </div>
      </header>
      {place === undefined ? (
        <Notice tone="warning">{words.noPlace}</Notice>
      ) : (
        <Report {...{ place }} send={props.send} onSettings={props.onSettings} />
      )}
    </div>
  )
}
