/**
 * The lookups that are under way in this worker, so that a second popup shows one instead of offering it again, and
 * nobody is erased whose answer is still to come.
 */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

import type { AccountRef } from "../../../messaging/account.ts"
import type { Target } from "../subject/target.ts"

interface Lookup {
  readonly target: Target
  readonly account: string
  readonly since: number
  readonly end: Deferred.Deferred<void>
}

export type UnderWay = ReturnType<typeof makeUnderWay>

export const makeUnderWay = () => {
  const lookups = new Set<Lookup>()
  return {
    /** For how long the oldest lookup of a subject has been under way; `undefined` if there is none. */
    millis: ({ subject }: Target, { account }: AccountRef): number | undefined => {
      const lookup = [...lookups].find((one) => one.account === account && one.target.subject.key === subject.key)
      return lookup && performance.now() - lookup.since
    },
    /** Counts a lookup for as long as it runs. */
    track:
      (target: Target, { account }: AccountRef) =>
      <A, E, R>(lookup: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          const end = Deferred.makeUnsafe<void>()
          const own: Lookup = { target, account, since: performance.now(), end }
          lookups.add(own)
          return Effect.ensuring(
            lookup,
            Effect.suspend(() => {
              lookups.delete(own)
              return Deferred.succeed(end, undefined)
            })
          )
        }),
    /** Waits for the end of those lookups that are under way now. */
    ended: (isMeant: (target: Target) => boolean): Effect.Effect<void> =>
      Effect.suspend(() =>
        Effect.forEach(
          [...lookups].filter(({ target }) => isMeant(target)),
          ({ end }) => Deferred.await(end),
          { discard: true }
        )
      )
  }
}
