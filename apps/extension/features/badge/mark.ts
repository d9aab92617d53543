/**
 * The toolbar button's mark: the number of things that wait for the user, summed over all features, or no mark if there
 * are none. Failures and unreachable services have marks of their own, and the button's title explains each in words.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { Browser } from "../../browser/Browser.ts"
import type { WorkerWords } from "../../locales/worker-words.ts"
import type { RequestError } from "../../messaging/own-failures.ts"
import { oneReading } from "../../vault/database/one-reading.ts"

/** What waits for the user in one feature, and the sentence about it. */
export interface Waiting {
  readonly count: number
  readonly what: "unknownCharges" | "seen"
  /** Whether this is the last known state because the current one cannot be read. */
  readonly isAway?: boolean
  /** What can be read only after the user does something about it. */
  readonly trouble?: "unreachable" | "broken" | undefined
}

/** A feature's contribution to the mark. */
export type Waits = Effect.Effect<Waiting, RequestError>

const MOST = 99

/** Whether the failure may resolve itself, without anybody's action. */
const isAway = (error: RequestError): boolean =>
  error._tag === "ProviderError" && ["Transport", "Timeout", "Unavailable"].includes(error.reason._tag)

/** The mark in words: `undefined` if there is nothing to say. */
const titleOf = (
  all: ReadonlyArray<Partial<Waiting>>,
  isSomeAway: boolean,
  { counted, mark }: WorkerWords
): string | undefined => {
  const waiting = all.flatMap(({ count = 0, what }) => (count > 0 && what ? [counted(count, mark[what])] : []))
  const troubles = new Set(all.flatMap(({ trouble }) => (trouble ? [mark[trouble]] : [])))
  return [...waiting, ...troubles, ...(isSomeAway ? [mark.away] : [])].join(". ") || undefined
}

/**
 * Returns an effect that reads every contribution and updates the mark. It ends when the mark is up to date, whether
 * this run or a later one has drawn it.
 */
export const make = Effect.fnUntraced(function* (contributions: ReadonlyArray<Waits>) {
  const browser = yield* Browser
  // Only the newest run draws. An older run draws nothing and waits for the newest.
  let newest = Deferred.makeUnsafe<void>()
  return Effect.suspend(() => {
    const mine = Deferred.makeUnsafe<void>()
    newest = mine
    return Effect.zip(oneReading(Effect.forEach(contributions, Effect.result)), browser.words).pipe(
      Effect.flatMap(([results, words]) => {
        if (mine !== newest) return Deferred.await(newest)
        const all = results.map((one): Partial<Waiting> => {
          if (Result.isSuccess(one)) return one.success
          return isAway(one.failure) ? { isAway: true } : { trouble: "broken" }
        })
        const count = all.reduce((sum, one) => sum + (one.count ?? 0), 0)
        const isSomeAway = all.some((one) => one.isAway === true)
        const hasTrouble = all.some((one) => one.trouble !== undefined)
        const title = words && titleOf(all, isSomeAway, words)
        if (hasTrouble) return browser.mark({ text: "!", tone: "error", title })
        if (count > 0) return browser.mark({ text: count > MOST ? `${MOST}+` : String(count), tone: "waiting", title })
        return browser.mark({ text: isSomeAway ? "–" : "", tone: "away", title })
      }),
      Effect.ensuring(Deferred.succeed(mine, undefined))
    )
  })
})
