/**
 * Which quota a refusal is about, by the service's words: "Exhausted property tokens for a project per hour. These quota
 * tokens will return in under an hour."
 */
import type { RawAnswer } from "@inlay/core-http/Client"

import { errorOf } from "../reasons/status.ts"
import { dayEnd, hourEnd } from "./windows.ts"

/** A quota that is used up. */
export interface Exhausted {
  /** In words, as it follows "used up:". */
  readonly name: string
  /** Of the budget, where it is one of tokens. */
  readonly window?: string
  /** Until it comes back, at the latest. */
  readonly seconds: number
  /** For a day's tokens: nobody waits for them. */
  readonly isDaily: boolean
}

interface Kind {
  readonly words: RegExp
  readonly name: string
  readonly window?: string
  readonly lasts: "day" | "hour" | "moment"
}

/** The first that fits. */
const KINDS: ReadonlyArray<Kind> = [
  { words: /threshold/i, name: "potentially thresholded requests of the property in this hour", lasts: "hour" },
  { words: /server error/i, name: "server errors of the project and property in this hour", lasts: "hour" },
  { words: /concurrent/i, name: "requests of the property under way at once", lasts: "moment" },
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

/** Until a place is free, or a minute is over. */
const MOMENT_SECONDS = { places: 5, minute: 60 }

/** Why a request was refused with 429; `undefined` for other answers. */
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
