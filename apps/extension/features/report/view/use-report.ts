/** Reads a report again for each choice, and shows only the newest. */
import { useEffect, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { onSeen } from "../../../ui/on-seen.ts"
import {
  daysOf,
  qualityOf,
  tokensLeftOf,
  totalsOf,
  type Compared,
  type Days,
  type Figures,
  type Report
} from "../../site/figures/figures.ts"
import { readReports, unreadable } from "../../site/reading.ts"
import type { ReportPlace } from "../../site/report-place.ts"
import type { Outdated } from "../../site/view/use-figures.ts"
import { inputsOf, METRICS, tableOf, type ReportChoice, type Dimension, type Table } from "../ask.ts"

export interface Shown extends Pick<Figures, "quality" | "tokensLeft"> {
  /** What the table's rows are. The user may have chosen something else by now. */
  readonly by: Dimension
  readonly totals: ReadonlyArray<Compared>
  readonly days: Days
  readonly table: Table
  /** The first day whose figures may still change; `undefined` if all are final. */
  readonly unsettledFrom: string | undefined
}

type ReportState =
  | { readonly at: "reading" }
  | { readonly at: "failed"; readonly error: Failure }
  | ({ readonly at: "report"; readonly of: Shown } & Outdated)

const MINUTE_MILLIS = 60_000
const HOUR_MILLIS = 60 * MINUTE_MILLIS

const shownOf = ({ by, range }: ReportChoice, reports: ReadonlyArray<Report>): Shown | undefined => {
  const [totalsReport, daysReport, report] = reports
  const totals = totalsReport && totalsOf(totalsReport, METRICS)
  const days = daysReport && daysOf(daysReport, Number.parseInt(range, 10), Date.now())
  const table = report && tableOf(report, by)
  if (!totals || !days || !table) return undefined
  const { unsettledFrom } = report.quality
  const quality = qualityOf(reports, days, unsettledFrom)
  return { by, totals, days, table, unsettledFrom, quality, tokensLeft: tokensLeftOf(reports) }
}

const readReport = async (send: Send, place: ReportPlace, choice: ReportChoice): Promise<ReportState> => {
  const reply = await readReports(send, place.property.account, inputsOf(place, choice))
  if (!reply.ok) return { at: "failed", error: reply.error }
  const of = shownOf(choice, reply.value)
  return of === undefined ? { at: "failed", error: unreadable.error } : { at: "report", of, readAtMillis: Date.now() }
}

export const useReport = (
  send: Send,
  place: ReportPlace,
  choice: ReportChoice
): readonly [ReportState, again: () => void] => {
  const [state, setState] = useState<ReportState>({ at: "reading" })
  const [times, setTimes] = useState(0)
  useEffect(() => setState({ at: "reading" }), [send, place, choice.range, choice.scope, choice.by])
  useEffect(() => {
    let isHere = true
    let nextAtMillis = 0
    const ask = async () => {
      nextAtMillis = Date.now() + HOUR_MILLIS
      const next = await readReport(send, place, choice)
      // Such as when a computer wakes up and has no network yet.
      if (next.at === "failed") nextAtMillis = Date.now() + MINUTE_MILLIS
      if (isHere)
        setState((now) => (now.at === "report" && next.at === "failed" ? { ...now, error: next.error } : next))
    }
    void ask()
    // Another day may have begun.
    const stop = onSeen(() => (Date.now() < nextAtMillis ? undefined : void ask()))
    return () => {
      isHere = false
      stop()
    }
  }, [send, place, choice.range, choice.scope, choice.by, times])
  const again = () => {
    setState((now) => (now.at === "report" ? { ...now, error: undefined } : { at: "reading" }))
    setTimes(times + 1)
  }
  return [state, again]
}
