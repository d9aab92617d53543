/** Formats elapsed time in its largest unit: `3 days ago`. */
import { plural } from "./plural.ts"

const UNITS: ReadonlyArray<readonly [millis: number, name: string]> = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"]
]

export const ago = (thenMillis: number, nowMillis: number): string => {
  const past = nowMillis - thenMillis
  for (const [millis, name] of UNITS) {
    const count = Math.floor(past / millis)
    if (count >= 1) return `${plural(count, name)} ago`
  }
  return "just now"
}
