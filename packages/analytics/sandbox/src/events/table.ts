// The events of all properties. A day is generated when a report first reads it, so that the sandbox starts
// immediately.

import { localTime } from "./calendar.ts"
import { type Day, until } from "./columns.ts"
import { makeDay } from "./generate.ts"
import { findSite } from "./sites.ts"

/** Generated days, shared by all sandboxes in the process. */
const dayByKey = new Map<string, Day>()

const dayOf = (propertyId: string, number: number): Day | undefined => {
  const site = findSite(propertyId)
  if (site === undefined || number < site.firstDay) return undefined
  const key = `${propertyId}/${number}`
  const day = dayByKey.get(key) ?? makeDay(site, number)
  dayByKey.set(key, day)
  return day
}

/** The current time in a property's time zone. */
export interface Now {
  readonly millis: number
  readonly timeZone: string
}

/** The days from `first` to `last`, inclusive. The current day contains only the events up to now. */
export const daysBetween = (propertyId: string, first: number, last: number, now: Now): ReadonlyArray<Day> => {
  const today = localTime(now.millis, now.timeZone)
  const days: Array<Day> = []
  const from = Math.max(first, findSite(propertyId)?.firstDay ?? Number.MAX_SAFE_INTEGER)
  for (let number = from; number <= Math.min(last, today.day); number += 1) {
    const day = dayOf(propertyId, number)
    if (day !== undefined) days.push(number === today.day ? until(day, today.minute) : day)
  }
  return days
}
