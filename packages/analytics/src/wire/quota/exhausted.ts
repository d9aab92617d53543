/**
 * Finds out which quota a refusal is about from the service's message, such as "Exhausted property tokens for a project
 * per hour. These quota tokens will return in under an hour."
 */
import type { RawAnswer } from "@inlay/core-http/Client"

import { errorOf } from "../reasons/status.ts"
import { dayEnd, hourEnd } from "./windows.ts"

/** An exhausted quota. */
export interface Exhausted {
  /** Description, as it follows "used up:". */
  readonly name: string
  /** Window of the budget, if it is a token quota. */
  readonly window?: string
  /** The most seconds until the quota is available again. */
  readonly seconds: number
  /** Whether it is a daily quota. Calls do not wait for these. */
  readonly isDaily: boolean
}

interface Kind {
  readonly words: RegExp
  readonly name: string
  readonly window?: string
  readonly lasts: "day" | "hour" | "moment"
}

/** The first match applies. */
const KINDS: ReadonlyArray<Kind> = [
  { words: /threshold/i, name: "potentially thresholded requests of the property in this hour", lasts: "hour" },
  { words: /server error/i, name: "server errors of the project and property in this hour", lasts: "hour" },
  { words: /concurrent/i, name: "concurrent requests of the property", lasts: "moment" },
  {
    words: /project.*(per|an) hour/i,
    name: "tokens of the project and property in this hour",
    window: "tokensPerProjectPerHour",
    lasts: "hour"
  },
  {
    words: /(per day|daily|24 hours)/i,
    name: "tokens of the property on this day (Pacific time)",
    window: "tokensPerDay",
    lasts: "day"
  },
  { words: /(per|an) hour/i, name: "tokens of the property in this hour", window: "tokensPerHour", lasts: "hour" },
  { words: /per minute/i, name: "requests of the project in this minute", lasts: "moment" }
]

/** Seconds to wait until a concurrent place is free, or until a minute is over. */
const MOMENT_SECONDS = { places: 5, minute: 60 }

/** The quota that a 429 response is about, or undefined for other responses. */
export const exhausted = (answer: RawAnswer): Exhausted | undefined => {
  const error = errorOf(answer)
  if (error === undefined || (error.code !== 429 && error.status !== "RESOURCE_EXHAUSTED")) return undefined
  const { receivedAtMillis: now } = answer
  const kind = KINDS.find(({ words }) => words.test(error.message))
  if (kind === undefined) return { name: "a quota that the service does not name", seconds: 60, isDaily: false }
  const until = kind.lasts === "day" ? dayEnd(now) : hourEnd(now)
  const moment = /minute/.test(kind.name) ? MOMENT_SECONDS.minute : MOMENT_SECONDS.places
  return {
    name: kind.name,
    ...(kind.window !== undefined && { window: kind.window }),
    seconds:
      error.retryAfterSeconds ?? (kind.lasts === "moment" ? moment : Math.max(1, Math.ceil((until - now) / 1000))),
    isDaily: kind.lasts === "day"
  }
}
