/** Ages in words. Pure; `now` is Unix time in milliseconds. */

import { age as words } from "../../locales/age.ts"

const STEPS = [
  { unit: "day", millis: 86_400_000 },
  { unit: "hour", millis: 3_600_000 },
  { unit: "minute", millis: 60_000 }
] as const

/** "just now", "5 minutes ago", "3 days ago". A moment in the future counts as just now. */
export const age = (iso: string, now: number): string => {
  const elapsedMillis = now - Date.parse(iso)
  const step = STEPS.find(({ millis }) => elapsedMillis >= millis)
  return step === undefined ? words.justNow : words.ago(Math.floor(elapsedMillis / step.millis), step.unit)
}

export { moment } from "../../locales/age.ts"
