/**
 * Reads traffic through the hub, at most once an hour for each page or site, so that opening popups does not use up the
 * quota.
 */
import type { Send } from "../../../messaging/client.ts"
import { hasFields, isCount, isList, isText, type Guarded } from "../../../messaging/shape.ts"
import type { OwnProperty } from "../own-properties.ts"
import { read, unreadable, type Read } from "../reading.ts"
import {
  figuresOf,
  filterOf,
  isReport,
  liveUsers,
  reportInputs,
  titleFilter,
  type Figures,
  type Report,
  type Scope
} from "./figures.ts"

const STEP = "analytics_run_reports"

/** The key in session storage, which lasts as long as the browser session. */
const STORED = "figures"
const HOUR_MILLIS = 3_600_000
const MOST = 30

const isSaved = isList(
  hasFields({
    key: isText,
    /** Unix time, in milliseconds. */
    at: isCount,
    reports: isList(isReport, 3)
  })
)

const savedNow = async (nowMillis: number): Promise<Guarded<typeof isSaved>> => {
  const { [STORED]: value } = await chrome.storage.session.get(STORED).catch((): Record<string, unknown> => ({}))
  return isSaved(value) ? value.filter(({ at }) => at <= nowMillis && nowMillis - at < HOUR_MILLIS) : []
}

type Of = Pick<OwnProperty, "account" | "property">

const readReport = (send: Send, of: Of, input: Readonly<Record<string, unknown>>): Promise<Read<Report>> =>
  read(send, { plugin: "analytics", account: of.account, step: STEP, input }, (output) =>
    isReport(output) ? output : undefined
  )

/** @param at when they were requested, as Unix time in milliseconds */
const figuresAt = (reports: ReadonlyArray<Report>, at: number): Read<Figures & { readonly at: number }> => {
  const [totals, byDay, byChannel] = reports
  const figures = totals && byDay && byChannel && figuresOf([totals, byDay, byChannel], at)
  return figures === undefined ? unreadable : { ok: true, value: { ...figures, at } }
}

export const readFigures = async (
  send: Send,
  of: Of,
  scope: Scope,
  address: string
): Promise<Read<Figures & { readonly at: number }>> => {
  const filter = scope === "page" ? filterOf(address) : undefined
  const key = [of.account, of.property, filter ?? ""].join("\n")
  const nowMillis = Date.now()
  const savedReports = (await savedNow(nowMillis)).find((one) => one.key === key)
  if (savedReports !== undefined) return figuresAt(savedReports.reports, savedReports.at)
  const replies = await Promise.all(reportInputs(of.property, filter).map((input) => readReport(send, of, input)))
  const failure = replies.find((reply) => !reply.ok)
  if (failure !== undefined && !failure.ok) return failure
  const reports = replies.flatMap((reply) => (reply.ok ? [reply.value] : []))
  const figures = figuresAt(reports, nowMillis)
  if (figures.ok) {
    const others = (await savedNow(nowMillis)).filter((one) => one.key !== key)
    const saving = { [STORED]: [{ key, at: nowMillis, reports }, ...others].slice(0, MOST) }
    // Figures that cannot be saved are shown anyway.
    await chrome.storage.session.set(saving).catch(() => undefined)
  }
  return figures
}

/**
 * Active users of the last 30 minutes.
 * @param title of the page whose users are counted; without it, those of the whole site
 */
export const readLive = async (send: Send, of: Of, title?: string): Promise<Read<number>> => {
  const reply = await readReport(send, of, {
    property: of.property,
    metrics: ["activeUsers"],
    range: "realtime",
    ...(title !== undefined && { filter: titleFilter(title) })
  })
  if (!reply.ok) return reply
  const users = liveUsers(reply.value)
  return users === undefined ? unreadable : { ok: true, value: users }
}
