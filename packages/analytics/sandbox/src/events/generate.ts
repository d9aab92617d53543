// Generates the events of one day. The same site and day always give the same events, on every machine.

import { randomOf } from "@inlay/sandbox-kit/random"

import { weekdayOf } from "./calendar.ts"
import type { Day } from "./columns.ts"
import type { Site } from "./sites.ts"
import {
  ages,
  appDevices,
  channels,
  devices,
  type EventName,
  genders,
  items,
  languages,
  numberOf,
  places,
  webDevices
} from "./vocabulary.ts"

interface Visit {
  readonly user: number
  readonly isNew: boolean
  readonly channel: number
  readonly place: number
  readonly device: number
  readonly language: number
}

interface Step {
  readonly name: number
  readonly minute: number
  readonly page: number
  readonly seconds: number
  readonly revenueCents: number
  readonly item: number
}

type Random = () => number

const drawer = (things: ReadonlyArray<{ readonly weight: number }>) => {
  const sum = things.reduce((all, { weight }) => all + weight, 0)
  return (random: Random): number => {
    let rest = random() * sum
    return Math.max(
      0,
      things.findIndex(({ weight }) => (rest -= weight) < 0)
    )
  }
}

const drawPlace = drawer(places)
const drawChannel = drawer(channels)
const drawWeb = drawer(webDevices)
const drawApp = drawer(appDevices)

const below = (random: Random, end: number): number => Math.floor(random() * end)

/** Number of sessions on a day. Weekends are busier than weekdays, and the number varies over the year. */
const sessionsOn = ({ sessionsPerDay }: Site, day: number, random: Random): number => {
  const weekday = [1.25, 0.9, 0.88, 0.9, 0.95, 1, 1.2][weekdayOf(day)] ?? 1
  const season = 1 + 0.15 * Math.sin((day / 365.25) * 2 * Math.PI)
  return Math.max(1, Math.round(sessionsPerDay * weekday * season * (0.9 + 0.2 * random())))
}

/**
 * Draws a user. The numbers of new users are derived from the day. Returning users are those who were new on an earlier
 * day.
 */
const drawUser = (site: Site, day: number, row: number, random: Random): Pick<Visit, "user" | "isNew"> => {
  const perDay = 1024
  const daysOpen = day - site.firstDay
  if (daysOpen === 0 || random() < 0.55) return { user: daysOpen * perDay + row, isNew: true }
  const before = 1 + below(random, Math.min(daysOpen, 45))
  const user = (daysOpen - before) * perDay + below(random, Math.ceil(site.sessionsPerDay / 2))
  return { user, isNew: false }
}

const stepsOf = (site: Site, { isNew }: Visit, random: Random): ReadonlyArray<Step> => {
  // Evenings are busier. Events that would fall after midnight are put in the day's last minute.
  const start = Math.min(1439, Math.floor(1440 * Math.sqrt(random())))
  const steps: Array<Step> = []
  let minute = start
  let page = random() < 0.5 ? 0 : below(random, site.pages.length)
  const add = (name: EventName, { item = 0, revenueCents = 0, seconds = 0 } = {}): void =>
    void steps.push({ name: numberOf(name), minute: Math.min(1439, minute), page, seconds, revenueCents, item })
  add("session_start")
  if (isNew) add("first_visit")
  const views = 1 + below(random, random() < 0.45 ? 1 : 5)
  for (let view = 0; view < views; view += 1) {
    if (view > 0) page = below(random, site.pages.length)
    add("page_view")
    if (random() < 0.5) add("user_engagement", { seconds: 5 + below(random, 90) })
    if (random() < 0.35) add("scroll", { seconds: below(random, 30) })
    if (random() < 0.1) add("click")
    minute += below(random, 3)
  }
  if (site.kind === "shop" && random() < 0.4) shop(add, random)
  if (random() < 0.03) add("sign_up")
  if (site.kind === "shop" && random() < 0.04) add("generate_lead")
  if (site.kind === "journal" && random() < 0.06) add("newsletter_subscribe")
  if (random() < 0.02) add("file_download")
  return steps
}

type Add = (name: EventName, more?: { readonly item?: number; readonly revenueCents?: number }) => void

const shop = (add: Add, random: Random): void => {
  const item = 1 + below(random, items.length - 1)
  if (random() < 0.3) add("view_search_results")
  add("view_item", { item })
  if (random() > 0.45) return
  add("add_to_cart", { item })
  if (random() > 0.5) return
  add("begin_checkout", { item })
  if (random() > 0.6) return
  add("purchase", { item, revenueCents: (items[item]?.cents ?? 0) * (1 + below(random, 3)) })
}

const drawVisit = (site: Site, day: number, row: number, random: Random): Visit => ({
  ...drawUser(site, day, row, random),
  channel: drawChannel(random),
  place: drawPlace(random),
  device: site.kind === "app" ? webDevices.length + drawApp(random) : drawWeb(random),
  language: random() < 0.86 ? 0 : 1 + below(random, languages.length - 1)
})

const isEngaged = (steps: ReadonlyArray<Step>): boolean =>
  steps.filter(({ name }) => name === numberOf("page_view")).length > 1 ||
  steps.reduce((sum, { seconds }) => sum + seconds, 0) > 10 ||
  steps.some(({ name }) => name === numberOf("purchase"))

/** The stream of a device. An app has one stream per operating system. */
const streamOf = ({ streams }: Site, device: number): number =>
  streams.length > 1 && devices[device]?.platform === "iOS" ? 1 : 0

/** A session with its events. */
interface Session {
  readonly visit: Visit
  readonly steps: ReadonlyArray<Step>
}

const drawSessions = (site: Site, day: number, count: number, random: Random): ReadonlyArray<Session> =>
  Array.from({ length: count }, (_, row) => {
    const visit = drawVisit(site, day, row, random)
    return { visit, steps: stepsOf(site, visit, random) }
  })

const columnsOf = (site: Site, number: number, visits: ReadonlyArray<Session>): Day => {
  const all = visits.flatMap(({ steps }, session) => steps.map((step) => ({ ...step, session })))
  const ofVisits = (read: (visit: Visit) => number): Uint8Array => Uint8Array.from(visits, ({ visit }) => read(visit))
  return {
    number,
    sessions: {
      count: visits.length,
      user: Int32Array.from(visits, ({ visit }) => visit.user),
      channel: ofVisits(({ channel }) => channel),
      place: ofVisits(({ place }) => place),
      device: ofVisits(({ device }) => device),
      language: ofVisits(({ language }) => language),
      age: ofVisits(({ user }) => (user * 7) % ages.length),
      gender: ofVisits(({ user }) => (user * 5) % genders.length),
      stream: ofVisits(({ device }) => streamOf(site, device)),
      landing: Uint8Array.from(visits, ({ steps }) => steps[0]?.page ?? 0),
      isNew: ofVisits((visit) => Number(visit.isNew)),
      isEngaged: Uint8Array.from(visits, ({ steps }) => Number(isEngaged(steps))),
      seconds: Int32Array.from(visits, ({ steps }) => steps.reduce((sum, { seconds }) => sum + seconds, 0))
    },
    events: {
      count: all.length,
      session: Int32Array.from(all, ({ session }) => session),
      minute: Uint16Array.from(all, ({ minute }) => minute),
      name: Uint8Array.from(all, ({ name }) => name),
      page: Uint8Array.from(all, ({ page }) => page),
      seconds: Uint16Array.from(all, ({ seconds }) => seconds),
      revenueCents: Int32Array.from(all, ({ revenueCents }) => revenueCents),
      item: Uint8Array.from(all, ({ item }) => item)
    }
  }
}

/** The events of a whole day on which the site was open. */
export const makeDay = (site: Site, number: number): Day => {
  const random = randomOf(Number(site.propertyId) * 100_003 + number)
  return columnsOf(site, number, drawSessions(site, number, sessionsOn(site, number, random), random))
}

/** Sessions that began in one of the last minutes. The `minute` of their events is the number of minutes ago. */
const liveSessions = (site: Site, day: number, epochMinute: number, minutesAgo: number): ReadonlyArray<Session> => {
  const random = randomOf(Number(site.propertyId) * 1009 + epochMinute)
  const count = Math.floor(random() * (1 + site.sessionsPerDay / 25))
  return drawSessions(site, day, count, random).map(({ steps, visit }) => ({
    visit,
    steps: steps.map((step) => ({ ...step, minute: minutesAgo }))
  }))
}

/** The events of the last minutes as a single day. `minute` counts back from now. */
export const makeLive = (site: Site, day: number, epochMinute: number, minutes: number): Day =>
  columnsOf(
    site,
    day,
    Array.from({ length: minutes }, (_, ago) => liveSessions(site, day, epochMinute - ago, ago)).flat()
  )
