/**
 * Reads traffic through the hub, at most once an hour for each page or site, so that opening popups does not use up the
 * quota.
 */
import type { Send } from "../../../messaging/client.ts"
import { inSession, sessionValue } from "../../../messaging/session-storage.ts"
import { hasFields, isCount, isList, isText, type Guarded } from "../../../messaging/shape.ts"
import type { OwnProperty } from "../own-properties.ts"
import { readReports, unreadable, type Read } from "../reading.ts"
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

/** The key in session storage. */
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
  const value = await sessionValue(STORED)
  return isSaved(value) ? value.filter(({ at }) => at <= nowMillis && nowMillis - at < HOUR_MILLIS) : []
}

type Of = Pick<OwnProperty, "account" | "property">

/** @param at when they were requested, as Unix time in milliseconds */
const figuresAt = (reports: ReadonlyArray<Report>, at: number): Read<Figures & { readonly at: number }> => {
  const figures = figuresOf(reports, at)
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
  const reply = await readReports(send, of.account, reportInputs(of.property, filter))
  if (!reply.ok) return reply
  const reports = reply.value
  const figures = figuresAt(reports, nowMillis)
  if (figures.ok) {
    const others = (await savedNow(nowMillis)).filter((one) => one.key !== key)
    const saving = { [STORED]: [{ key, at: nowMillis, reports }, ...others].slice(0, MOST) }
    await inSession((session) => session.set(saving))
  }
  return figures
}

/**
 * Active users of the last 30 minutes.
 * @param title of the page whose users are counted; without it, those of the whole site
 */
export const readLive = async (send: Send, of: Of, title?: string): Promise<Read<number>> => {
  const input = { property: of.property, metrics: ["activeUsers"], range: "realtime" }
  const inputOfPage = title === undefined ? input : { ...input, filter: titleFilter(title) }
  const reply = await readReports(send, of.account, [inputOfPage])
  if (!reply.ok) return reply
  const users = reply.value[0] && liveUsers(reply.value[0])
  return users === undefined ? unreadable : { ok: true, value: users }
}
