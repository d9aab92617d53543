/**
 * A client for programs without Effect: the same methods, as promises. Failures are thrown as `ProviderError`.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as References from "effect/References"

import { TimeLimit } from "./Client.ts"
import { RetryUnknown } from "./Spend.ts"

/** What any promised call takes as its last argument. */
export interface CallOptions {
  /** Aborting stops the request; a paid one may have been charged by then. */
  readonly signal?: AbortSignal
  /** Retries included; 30,000 by default. */
  readonly timeLimitMillis?: number
  /** Ask again although an earlier charge for the same subject is unknown. */
  readonly retryUnknown?: boolean
}

/** A client whose methods give promises in the place of effects, and take `CallOptions` as a second argument. */
export type Promised<T> = T extends (input: infer I) => Effect.Effect<infer A, unknown>
  ? (input: I, options?: CallOptions) => Promise<A>
  : T extends (...args: never) => unknown
    ? T
    : T extends object
      ? { readonly [K in keyof T]: Promised<T[K]> }
      : T

/** Nobody can give this program a tracer, so a span would be made for nobody: it costs as much as a cached lookup. */
const untraced = Context.make(References.TracerEnabled, false)

const run = <A, E>(effect: Effect.Effect<A, E>, options: CallOptions): Promise<A> => {
  const limited =
    options.timeLimitMillis === undefined
      ? effect
      : Effect.provideService(effect, TimeLimit, Duration.millis(options.timeLimitMillis))
  return Effect.runPromiseWith(untraced)(
    Effect.provideService(limited, RetryUnknown, options.retryUnknown ?? false),
    options.signal === undefined ? undefined : { signal: options.signal }
  )
}

/** Wraps every method that returns an Effect, at any depth. A client's methods take one input each. */
export const promised = <T extends object>(client: T): Promised<T> => {
  const wrap = (member: unknown): unknown => {
    if (typeof member === "function") {
      return (input?: unknown, options: CallOptions = {}) => {
        const result: unknown = Reflect.apply(member, undefined, [input])
        return Effect.isEffect(result) ? run(result as Effect.Effect<unknown, unknown>, options) : result
      }
    }
    if (typeof member !== "object" || member === null) return member
    return Object.fromEntries(Object.entries(member).map(([name, value]) => [name, wrap(value)]))
  }
  return wrap(client) as Promised<T>
}
