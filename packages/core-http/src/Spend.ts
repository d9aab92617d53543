/**
 * The one path of everything that costs: single flight, cache, unknown charges, caps, ledger row, request, outcome.
 * It sits below the typed client, so a hand-written API Call to a paid path takes it too.
 *
 * Promises: nothing is sent past a cap; a subject already known costs nothing; a request whose fate is unknown is
 * never repeated unless `RetryUnknown` says so.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import type { Credits } from "./Credits.ts"
import { Ledger, type Caps } from "./Ledger.ts"
import { LookupCache, answering } from "./LookupCache.ts"
import { ProviderError, provesNothingDone, type Reason } from "./ProviderError.ts"
import * as SingleFlight from "./SingleFlight.ts"
import type { StorageError } from "./StorageError.ts"

/** A provider's answer as every client and API Call sees it. */
export interface Answer {
  readonly status: number
  /** Lower-case names; empty for an answer from the cache. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded JSON; `null` for an empty body. */
  readonly body: unknown
  readonly credits?: Credits
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly fromCache: boolean
}

/** What a request will cost and how its answer is to be read: made by a plugin's tariff. */
export interface Quote {
  readonly provider: string
  readonly operation: string
  /** The account: its ledger and cache are its own. */
  readonly scope: string
  readonly caps: Caps
  /** Normalised identifiers; empty where the answer is not about one subject (never cached, never blocked). */
  readonly keys: ReadonlyArray<string>
  /** The most it may cost, in credits; `null` where the account has no price. */
  readonly estimate: number | null
  readonly keepMatch: Duration.Duration
  readonly keepMiss: Duration.Duration
  readonly read: (answer: Pick<Answer, "status" | "body">) => {
    readonly match: boolean
    /** Credits, where the answer says. */
    readonly charged?: number
    /** Identifiers in the answer. */
    readonly keys: ReadonlyArray<string>
  }
}

/** Ask again although an earlier charge is unknown: the user's explicit choice. */
export const RetryUnknown = Context.Reference<boolean>("@inlay/core-http/RetryUnknown", { defaultValue: () => false })

/** Beyond a call's own limit, before another process counts it as lost. */
const LEASE_GRACE_MILLIS = 5_000
const BUSY_POLL = Duration.millis(100)

const refused = (quote: Quote, guard: "cap" | "undecided" | "ledger", what: string, fix: string) =>
  new ProviderError({
    provider: quote.provider,
    operation: quote.operation,
    reason: { _tag: "Refused", guard, what, fix },
    ...(guard === "undecided" && { charged: "unknown" as const })
  })

const plural = (credits: number) => `${credits} credit${credits === 1 ? "" : "s"}`

const capMessage = (quote: Quote, cap: keyof Caps, limit: number, spent: number) =>
  refused(
    quote,
    "cap",
    `This would cost up to ${plural(quote.estimate ?? 0)}, and ${spent} of the ${cap} cap of ${plural(limit)} are used.`,
    cap === "day"
      ? "Nothing was sent. Raise the account's day cap, or wait until 00:00 UTC."
      : "Nothing was sent. Raise the account's run cap, or start a new run."
  )

export class Spend extends Context.Service<
  Spend,
  {
    /** @param timeLimitMillis the longest that `send` may take */
    readonly run: (
      quote: Quote,
      send: Effect.Effect<Answer, ProviderError>,
      timeLimitMillis: number
    ) => Effect.Effect<Answer, ProviderError>
    /** What this quote would meet now, without sending: for previews. */
    readonly preview: (quote: Quote) => Effect.Effect<Preview, StorageError>
  }
>()("@inlay/core-http/Spend") {
  /** @param run names the lifetime that run caps count: one process, or one browser session */
  static readonly layer = (run: string): Layer.Layer<Spend, never, Ledger | LookupCache> =>
    Layer.effect(
      Spend,
      Effect.map(Effect.all([Ledger, LookupCache]), ([ledger, cache]) => make(run, ledger, cache))
    )
}

export interface Preview {
  readonly cached: { readonly match: boolean; readonly fetchedAt: string } | undefined
  readonly undecidedSince: string | undefined
  readonly spent: { readonly day: number; readonly run: number }
  readonly caps: Caps
  readonly estimate: number | null
}

const iso = (millis: number) => new Date(millis).toISOString()

const make = (run: string, ledger: Ledger["Service"], cache: LookupCache["Service"]): Spend["Service"] => {
  const flights = SingleFlight.make<Answer, ProviderError>()
  const flightKeys = (quote: Quote) => quote.keys.map((key) => `${quote.scope}\n${quote.operation}\n${key}`)

  const fromCache = Effect.fnUntraced(function* (quote: Quote) {
    if (quote.keys.length === 0) return undefined
    const entry = answering(quote.keys, yield* cache.find(quote, yield* Clock.currentTimeMillis))
    if (entry === undefined) return undefined
    const answer: Answer = {
      status: entry.status,
      headers: {},
      body: entry.body,
      credits: { charged: 0, basis: "cache" },
      fetchedAt: iso(entry.fetchedAtMillis),
      fromCache: true
    }
    return answer
  })

  const settle = (quote: Quote, id: string, exit: Exit.Exit<Answer, ProviderError>) => {
    if (Exit.isSuccess(exit)) {
      const { charged } = creditsOf(quote, exit.value)
      return ledger.settle(id, { state: "settled", charged: charged === "unknown" ? null : charged })
    }
    const nothingDone = exit.cause.reasons.every(
      (reason) => reason._tag === "Fail" && provesNothingDone(reason.error.reason)
    )
    return ledger.settle(id, nothingDone ? { state: "settled", charged: 0 } : { state: "unknown" })
  }

  const remember = Effect.fnUntraced(function* (quote: Quote, answer: Answer) {
    if (quote.keys.length === 0) return
    const { match, keys } = quote.read(answer)
    const fetchedAtMillis = Date.parse(answer.fetchedAt)
    const keep = Duration.toMillis(match ? quote.keepMatch : quote.keepMiss)
    yield* cache.store({
      scope: quote.scope,
      operation: quote.operation,
      keys: match ? [...new Set([...quote.keys, ...keys])] : quote.keys,
      match,
      status: answer.status,
      body: answer.body,
      fetchedAtMillis,
      expiresAtMillis: fetchedAtMillis + keep
    })
  })

  const reserve = Effect.fnUntraced(function* (quote: Quote, timeLimitMillis: number) {
    return yield* ledger.reserve({
      scope: quote.scope,
      operation: quote.operation,
      keys: quote.keys,
      estimate: quote.estimate,
      run,
      nowMillis: yield* Clock.currentTimeMillis,
      leaseMillis: timeLimitMillis + LEASE_GRACE_MILLIS,
      caps: quote.caps,
      retryUnknown: yield* RetryUnknown
    })
  })

  const buy = (quote: Quote, id: string, send: Effect.Effect<Answer, ProviderError>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(restore(send))
        yield* logged("ledger", settle(quote, id, exit))
        if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
        yield* logged("cache", remember(quote, exit.value))
        return { ...exit.value, credits: creditsOf(quote, exit.value) }
      })
    ).pipe(Effect.mapError(markCharge))

  const lead = (quote: Quote, send: Effect.Effect<Answer, ProviderError>, timeLimitMillis: number) =>
    Effect.gen(function* () {
      for (;;) {
        const cached = yield* fromCache(quote)
        if (cached !== undefined) return cached
        if (quote.estimate === null && (quote.caps.day !== undefined || quote.caps.run !== undefined)) {
          return yield* refused(
            quote,
            "cap",
            "The price of this call is not known, and the account has a spending cap.",
            "Nothing was sent. Set the call's price in the account, or remove the cap."
          )
        }
        const reserved = yield* reserve(quote, timeLimitMillis)
        switch (reserved._tag) {
          case "Reserved":
            return yield* buy(quote, reserved.id, send)
          case "Busy":
            yield* Effect.sleep(BUSY_POLL)
            continue
          case "CapReached":
            return yield* capMessage(quote, reserved.cap, reserved.limit, reserved.spent)
          case "Undecided":
            return yield* refused(
              quote,
              "undecided",
              `The same lookup was sent at ${iso(reserved.since)} and its answer was lost: it may have been charged.`,
              "Nothing was sent now. Look at the provider's credit log, then ask again with --retry-unknown."
            )
        }
      }
    }).pipe(
      Effect.catchTag("StorageError", (error) =>
        Effect.fail(
          refused(
            quote,
            "ledger",
            `The spending ledger cannot be used: ${error.message}.`,
            "Nothing was sent. Free the disk or repair the data directory."
          )
        )
      )
    )

  return {
    run: (quote, send, timeLimitMillis) =>
      Effect.gen(function* () {
        const keys = flightKeys(quote)
        for (;;) {
          const flight = yield* flights.fly(keys, lead(quote, send, timeLimitMillis))
          if (flight._tag === "Led") return flight.value
          const { exit } = flight
          // An interrupted leader decided nothing for those who joined; a failure is theirs as well.
          if (Exit.isFailure(exit) && exit.cause.reasons.every((reason) => reason._tag === "Fail")) return yield* exit
        }
      }),
    preview: Effect.fnUntraced(function* (quote) {
      const nowMillis = yield* Clock.currentTimeMillis
      const entry = answering(quote.keys, yield* cache.find(quote, nowMillis))
      const undecided = (yield* ledger.unknowns(quote.scope, nowMillis)).find(
        (row) => row.operation === quote.operation && row.keys.some((key) => quote.keys.includes(key))
      )
      return {
        cached: entry && { match: entry.match, fetchedAt: iso(entry.fetchedAtMillis) },
        undecidedSince: undecided && iso(undecided.atMillis),
        spent: yield* ledger.spent(quote.scope, { nowMillis, run }),
        caps: quote.caps,
        estimate: quote.estimate
      }
    })
  }
}

/** A failed write after the answer came back must not lose the answer; the open row then reads as unknown. */
const logged = (store: string, write: Effect.Effect<void, StorageError>) =>
  Effect.catch(write, (error) => Effect.logError(`${store}: ${error.message}`))

const creditsOf = (quote: Quote, answer: Answer): Credits => {
  const { match, charged } = quote.read(answer)
  if (charged !== undefined) return { charged, basis: "provider" }
  return { charged: match ? (quote.estimate ?? "unknown") : 0, basis: "price" }
}

const undecidable = (reason: Reason) => !provesNothingDone(reason)

const markCharge = (error: ProviderError): ProviderError =>
  undecidable(error.reason)
    ? new ProviderError({
        provider: error.provider,
        operation: error.operation,
        reason: error.reason,
        charged: "unknown"
      })
    : error
