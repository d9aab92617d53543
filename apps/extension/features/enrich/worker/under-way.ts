/** The lookups that are under way in this worker, so that a second popup shows one instead of offering it again. */
import * as Effect from "effect/Effect"

import type { AccountRef } from "../../../messaging/account.ts"
import type { Target } from "../subject/target.ts"

export interface UnderWay {
  readonly has: (target: Target, ref: AccountRef) => boolean
  /** Counts a lookup for as long as it runs. */
  readonly track: (
    target: Target,
    ref: AccountRef
  ) => <A, E, R>(lookup: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

const keyOf = ({ subject }: Target, { account }: AccountRef) => `${account} ${subject.key}`

export const makeUnderWay = (): UnderWay => {
  /** Number of lookups by account and subject. */
  const counts = new Map<string, number>()
  return {
    has: (target, ref) => counts.has(keyOf(target, ref)),
    track: (target, ref) => {
      const key = keyOf(target, ref)
      return (lookup) =>
        Effect.suspend(() => {
          counts.set(key, (counts.get(key) ?? 0) + 1)
          return Effect.ensuring(
            lookup,
            Effect.sync(() => {
              const others = (counts.get(key) ?? 1) - 1
              if (others > 0) counts.set(key, others)
              else counts.delete(key)
            })
          )
        })
    }
  }
}
