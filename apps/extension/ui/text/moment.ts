/** Ages in words. Pure; `now` is Unix time in milliseconds. */

import { age as words } from "../../locales/age.ts"

const DAY_MILLIS = 86_400_000

/** Like a record's age, days become months after 60 of them, and months become years after two years. */
const STEPS = [
  { unit: "year", millis: 365.25 * DAY_MILLIS, from: 731 * DAY_MILLIS },
  { unit: "month", millis: 30.44 * DAY_MILLIS, from: 61 * DAY_MILLIS },
  { unit: "day", millis: DAY_MILLIS, from: DAY_MILLIS },
  { unit: "hour", millis: 3_600_000, from: 3_600_000 },
  { unit: "minute", millis: 60_000, from: 60_000 }
] as const

/** "just now", "5 minutes ago", "3 days ago". A moment in the future counts as just now. */
export const age = (iso: string, now: number): string => {
  const elapsedMillis = now - Date.parse(iso)
  const step = STEPS.find(({ from }) => elapsedMillis >= from)
  return step === undefined ? words.justNow : words.ago(Math.floor(elapsedMillis / step.millis), step.unit)
}

/** After so long, what a provider has checked is not relied on. */
const STALE_DAYS = 180

/**
 * Days since the provider checked the record, and whether that is too long to rely on it; `undefined` if it does not
 * say.
 */
export const checkedNote = (checkedOn: string | undefined, now: number) => {
  if (checkedOn === undefined || Number.isNaN(Date.parse(checkedOn))) return undefined
  const days = Math.floor((now - Date.parse(checkedOn)) / DAY_MILLIS)
  const text = days < 1 ? words.checkedToday : words.checked(age(checkedOn, now))
  return { text, isStale: days > STALE_DAYS }
}

export { moment } from "../../locales/age.ts"
