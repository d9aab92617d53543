/**
 * Wraps a client for programs without Effect: it has the same methods, but they return promises. Failures are thrown as
 * `ProviderError` with the caller's stack. An aborted call throws its signal's reason, as `fetch` does. If its request
 * was sent and may have changed or cost something, an `AbortError` or `TimeoutError` has that as its `cause`.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import type * as Stream from "effect/Stream"

import { OnInterruptedChange, TimeLimit } from "../client/Client.ts"
import type { ProviderError } from "../errors/ProviderError.ts"
import { defined } from "../json/object.ts"
import type { UnknownChargeDecision } from "../spend/Ledger.ts"
import { MaxCredits, UnknownCharge } from "../spend/Quote.ts"
import { checkOptions, type OptionNames } from "./Options.ts"
import { callSite, thrown, type CallSite } from "./thrown.ts"

/** The options that every promised call takes as its last argument. */
export interface CallOptions {
  /** Stops the request when aborted. A paid request may have been charged by then. */
  readonly signal?: AbortSignal
  /** The limit for the call, retries included, above 0. Default 30,000. */
  readonly timeLimitMillis?: number
  /**
   * The most credits that each request of the call may cost, 0 or more. One that would cost more is refused; with 0, only
   * what is saved or free is returned.
   */
  readonly maxCredits?: number
  /** The decision about an earlier request for the same subject whose charge is unknown. */
  readonly unknownCharge?: Exclude<UnknownChargeDecision, "block">
}

type Method<I, IsOptional, A> = IsOptional extends true
  ? (input?: I, options?: CallOptions) => A
  : (input: I, options?: CallOptions) => A

/**
 * A client whose methods return promises in place of effects and async iterables in place of streams, and take
 * `CallOptions` as a second argument. For a stream, the time limit applies to each request separately. An input that has
 * no fields may be left out, and so may that of a list which needs none.
 */
export type Promised<T> = T extends (input: infer I) => Effect.Effect<infer A, unknown>
  ? Method<I, [keyof I] extends [never] ? true : false, Promise<A>>
  : T extends (input: infer I) => infer S
    ? [S] extends [object & { readonly [K in keyof S]: Stream.Stream<unknown, unknown> }]
      ? Method<
          I,
          Record<never, never> extends I ? true : false,
          { readonly [K in keyof S]: S[K] extends Stream.Stream<infer A, unknown> ? AsyncIterable<A> : never }
        >
      : T
    : T extends (...args: never) => unknown
      ? T
      : T extends object
        ? { readonly [K in keyof T]: Promised<T[K]> }
        : T

/** Of a call without options, made once because each call would pay for it. */
const defaultContext = Context.mergeAll(
  // This program cannot install a tracer, so nobody would see a span, and a span costs as much as a cached lookup.
  Context.make(References.TracerEnabled, false),
  Context.make(UnknownCharge, "block"),
  // A library does not write to a program's console.
  Context.make(OnInterruptedChange, () => Effect.void)
)

const optionNames: OptionNames<CallOptions> = {
  signal: ["an AbortSignal", (value) => typeof value === "object" && value !== null && "aborted" in value],
  timeLimitMillis: ["a number of milliseconds above 0", (value) => typeof value === "number" && value > 0],
  maxCredits: "amount",
  // Any other value would settle an earlier charge at nothing.
  unknownCharge: [
    "ask_again, charged or not_charged",
    (value) => value === "ask_again" || value === "charged" || value === "not_charged"
  ]
}

/**
 * The context in which a call runs. Throws if an option is unknown or impossible.
 * @param onInterrupted gets the error of a request that was interrupted although it may have been served
 */
export const contextOf = (options: CallOptions, onInterrupted?: (error: ProviderError) => void) => {
  checkOptions("inlay", "call", options, optionNames)
  const { maxCredits, unknownCharge, timeLimitMillis } = options
  let context: Context.Context<never> = defaultContext
  if (unknownCharge !== undefined) context = Context.add(context, UnknownCharge, unknownCharge)
  if (maxCredits !== undefined) context = Context.add(context, MaxCredits, maxCredits)
  if (timeLimitMillis !== undefined) context = Context.add(context, TimeLimit, Duration.millis(timeLimitMillis))
  return onInterrupted === undefined
    ? context
    : Context.add(context, OnInterruptedChange, (error) => Effect.sync(() => onInterrupted(error)))
}

const run = async <A, E>(effect: Effect.Effect<A, E>, options: CallOptions, site: CallSite): Promise<A> => {
  const { signal } = options
  let interrupted: ProviderError | undefined
  try {
    // Without a signal, nothing interrupts a call.
    const context = contextOf(options, signal && ((error) => (interrupted = error)))
    return await Effect.runPromiseWith(context)(effect, signal && { signal })
  } catch (cause) {
    throw thrown(cause, site, signal, interrupted)
  }
}

/**
 * Copies an input without the fields that are `undefined`, which programs write for a field that they leave out, in
 * plain objects at any depth. Items of lists stay, because their place counts.
 * @param within the objects that hold the value, because an object may hold itself
 */
const withoutUndefined = (value: unknown, within: ReadonlyArray<unknown> = []): unknown => {
  const inner = (one: unknown) => withoutUndefined(one, [...within, value])
  if (within.includes(value)) return value
  if (Array.isArray(value)) return value.map(inner)
  return (value as object | null | undefined)?.constructor === Object
    ? Object.fromEntries(Object.entries(defined(value as object)).map(([name, field]) => [name, inner(field)]))
    : value
}

/** Converts a result that is not an Effect into something that a program without Effect can use. */
export type Adapter = (result: unknown, options: CallOptions, site: CallSite) => unknown

/**
 * Wraps every method that returns an Effect, at any depth. A client's methods take one input each.
 *
 * @param adapt converts other results; pass `asyncIterables` for a client with streams
 */
export const promised = <T extends object>(client: T, adapt: Adapter = (result) => result): Promised<T> => {
  const wrap = (member: unknown): unknown => {
    if (typeof member === "function") {
      const method = (input?: unknown, callOptions?: CallOptions | null) => {
        const options = callOptions ?? {}
        // A program without types may leave out an input: the fields that are required are named, if there are any.
        const present = member.length > 0 ? (input ?? {}) : input
        const result: unknown = Reflect.apply(member, undefined, [withoutUndefined(present)])
        const site = callSite(method)
        return Effect.isEffect(result)
          ? run(result as Effect.Effect<unknown, unknown>, options, site)
          : adapt(result, options, site)
      }
      return method
    }
    if (typeof member !== "object" || member === null) return member
    return Object.fromEntries(Object.entries(member).map(([name, value]) => [name, wrap(value)]))
  }
  return wrap(client) as Promised<T>
}
