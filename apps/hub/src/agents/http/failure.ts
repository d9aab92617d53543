/** Maps failures to responses of the HTTP API: JSON under a status that says who has to act. */
import { advice, adviceOf, type Words } from "@inlay/agent-plugin/advice"
import { type ProviderError, toJson, type Refused } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { redactor } from "../../accounts/known-secrets.ts"
import { hubError } from "../../hub-error.ts"

/** The wording of remedies for users of the API and the console. */
export const words: Words = {
  ...advice,
  connect: () => "Connect an account first, in the console or by `inlay connect`.",
  agreeToPrice: () => "Preview it, and run it with a higher `maxCredits` if you agree to the price.",
  settleCharge: () =>
    "Look at the provider's credit log, then run it with `unknownCharge` as ask_again (it may cost twice), charged or not_charged.",
  buyAgain: () => "Run it with `unknownCharge` as ask_again to buy it once more.",
  repairStorage: () => "Free some disk space or repair the hub's data directory: `inlay doctor` says what is wrong."
}

const REFUSALS: Readonly<Record<Refused["guard"], number>> = {
  endpoint: 400,
  header: 400,
  baseAddress: 400,
  signIn: 400,
  redirect: 502,
  cap: 403,
  restriction: 403,
  readOnly: 403,
  declined: 403,
  price: 409,
  unknownCharge: 409,
  uncached: 409,
  ledger: 503,
  vault: 503
}

/**
 * The status of a failed run or request. 401 is reserved for the hub's own tokens: if a provider no longer accepts an
 * account's key, the status is 424, so that no client discards its hub token.
 */
export const statusOf = ({ reason }: ProviderError): number => {
  switch (reason._tag) {
    case "Invalid":
      return 400
    case "Unauthorized":
      return 424
    case "Forbidden":
      return 403
    case "NotFound":
      return 404
    case "Conflict":
      return 409
    case "RateLimited":
    case "QuotaExhausted":
      return 429
    case "Refused":
      return REFUSALS[reason.guard]
    case "Timeout":
      return 504
    case "Unavailable":
    case "Transport":
    case "Decode":
      return 502
  }
}

const retryAfter = ({ reason }: ProviderError): Readonly<Record<string, string>> =>
  "retryAfterSeconds" in reason && reason.retryAfterSeconds !== undefined
    ? { "retry-after": String(Math.ceil(reason.retryAfterSeconds)) }
    : {}

/**
 * An error in this API's format: as text, and as data for pages that write their own text and show the remedy as a
 * button.
 */
export const errorJson = (error: ProviderError) => {
  const { reason } = error
  const { remedy, what, nothing } = reason
  const cap = reason._tag === "Refused" ? reason.cap : undefined
  const { nothing: _nothing, ...facts } = toJson(error, adviceOf(words, error)).error
  return redactor.json({
    error: {
      ...facts,
      what,
      ...(nothing !== undefined && { nothing }),
      ...(remedy !== undefined && remedy.to !== "read" && { remedy }),
      ...(cap !== undefined && { cap })
    }
  })
}

export const failure = (
  error: ProviderError,
  status = statusOf(error),
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(errorJson(error), { status, headers: { ...retryAfter(error), ...headers } })

/** A failure of a store, which no input can fix. */
export const unreadable = (error: Pick<StorageError, "operation" | "message" | "remedy">) =>
  hubError(error.operation, {
    _tag: "Refused",
    guard: "ledger",
    what: `The hub's data cannot be used: ${error.message}.`,
    remedy: error.remedy ?? { to: "repairStorage" }
  })

/** Turns the failures of a handler into responses. */
export const answering = <A, R>(
  effect: Effect.Effect<A, ProviderError | StorageError, R>
): Effect.Effect<A | HttpServerResponse.HttpServerResponse, never, R> =>
  effect.pipe(
    Effect.catch((error) => Effect.succeed(failure(error._tag === "ProviderError" ? error : unreadable(error))))
  )
