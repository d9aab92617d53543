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
  readonly end: Deferred.Deferred<void>
}

export type UnderWay = ReturnType<typeof makeUnderWay>

export const makeUnderWay = () => {
  const lookups = new Set<Lookup>()
  return {
    has: ({ subject }: Target, { account }: AccountRef): boolean =>
      [...lookups].some((one) => one.account === account && one.target.subject.key === subject.key),
    /** Counts a lookup for as long as it runs. */
    track:
      (target: Target, { account }: AccountRef) =>
      <A, E, R>(lookup: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          const end = Deferred.makeUnsafe<void>()
          const own: Lookup = { target, account, end }
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
