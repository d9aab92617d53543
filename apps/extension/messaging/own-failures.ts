/**
 * What the extension itself refuses or cannot do, and the conversion of every failure to the facts that pages receive.
 * The words are in `locales`; pages assemble them.
 */
import { ProviderError, toJson, type Reason } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"

import { DatabaseClosed } from "./database-closed.ts"
import type { Failure, HubProblem, OwnProblem } from "./failure.ts"

/** A failure of the extension itself. Its message, for logs, is the problem's name. */
class OwnError extends ProviderError {
  readonly own: OwnProblem
  constructor(own: OwnProblem, reason: Reason, charged?: "unknown") {
    super({ provider: "inlay", operation: "", reason, ...(charged !== undefined && { charged }) })
    this.own = own
  }
}

/** A refusal or failure that the hub has answered. */
export class HubError extends ProviderError {}

type Facts = Reason extends infer R ? (R extends Reason ? Omit<R, "what"> : never) : never

/** A failure of the extension itself. `facts` say what kind it is and what did not happen. */
const ownFailure = (own: OwnProblem, facts: Facts): ProviderError => new OwnError(own, { ...facts, what: own.is })

export const offline = ownFailure({ is: "offline" }, { _tag: "Transport", sent: false, nothing: "sent" })

export const notConnected = ownFailure({ is: "notConnected" }, { _tag: "Unauthorized" })

export const movedOn = ownFailure({ is: "movedOn" }, { _tag: "Conflict", nothing: "sent" })

export const expired = ownFailure({ is: "expired" }, { _tag: "Conflict", nothing: "sent" })

/** A charge that was settled in the meantime, or was never unknown. */
export const chargeSettled = ownFailure({ is: "chargeSettled" }, { _tag: "Conflict", nothing: "changed" })

export const hostDenied = (origin: string) =>
  ownFailure({ is: "hostDenied", origin }, { _tag: "Refused", guard: "baseAddress", nothing: "sent" })

/** Chooses the reason by whether a setting, waiting, or nothing in this browser can resolve the problem. */
const hubReason = (why: HubProblem): Facts => {
  switch (why) {
    case "gone":
      return { _tag: "Transport", sent: false }
    case "unreadable":
      return { _tag: "Decode" }
    case "badAddress":
    case "codeWrong":
      return { _tag: "Invalid", fields: [], nothing: "changed" }
    case "codeUsed":
    case "codeEnded":
    case "codesRefused":
      return { _tag: "Conflict", nothing: "changed" }
    case "changed":
      return { _tag: "Refused", guard: "price", nothing: "sent" }
    case "notPaired":
    case "notAHub":
    case "another":
    case "otherAddress":
    case "older":
    case "newer":
    case "revoked":
      return { _tag: "Unauthorized", nothing: "sent" }
  }
}

/** @param charged for a paid request that the hub may have passed on */
export const hubFailure = (why: HubProblem, origin: string, charged?: "unknown"): ProviderError =>
  new OwnError({ is: "hub", why, origin }, { ...hubReason(why), what: `hub: ${why}` }, charged)

export const nameTaken = (name: string) => ownFailure({ is: "nameTaken", name }, { _tag: "Conflict" })

/** The account was changed or removed while a change of it was checked. */
export const accountChanged = ownFailure({ is: "accountChanged" }, { _tag: "Conflict" })

export const watchedFull = (limit: number) =>
  ownFailure({ is: "watchedFull", limit }, { _tag: "Conflict", nothing: "changed" })

/** A request in a shape that no page of this version sends. */
export const malformed = ownFailure({ is: "malformed" }, { _tag: "Invalid", fields: [], nothing: "sent" })

/** A step's output in a shape that this version cannot read. */
export const unreadable = (charged?: "unknown") =>
  new OwnError({ is: "unreadable" }, { _tag: "Decode", what: "unreadable" }, charged)

export const brokenWorker = ownFailure({ is: "broken" }, { _tag: "Unavailable", status: 500 })

/** A stored account that can no longer be read. */
export const accountClosed = (
  name: string,
  { kind }: { readonly kind: Extract<OwnProblem, { readonly is: "accountClosed" }>["why"] }
) => ownFailure({ is: "accountClosed", name, why: kind }, { _tag: "Unauthorized" })

/** The browser's database fails. */
export const storageFailure = (error: StorageError): ProviderError =>
  ownFailure(
    error.cause instanceof DatabaseClosed
      ? { is: "storage", why: error.cause.why }
      : { is: "storage", why: "failed", detail: error.message.replace(`${error.operation} failed: `, "") },
    { _tag: "Refused", guard: "ledger", nothing: "sent" }
  )

/** Why a request fails: at a provider or the hub, in the extension itself, or in this browser's database. */
export type RequestError = ProviderError | StorageError

/** Converts an error to the failure that pages receive. */
export const failureOf = (requestError: RequestError): Failure => {
  const error = requestError._tag === "StorageError" ? storageFailure(requestError) : requestError
  const { reason } = error
  const own = error instanceof OwnError ? error.own : undefined
  const { message: _message, raw: _raw, provider: _provider, ...facts } = toJson(error).error
  return {
    ...facts,
    what: own === undefined ? reason.what : "",
    ...(reason._tag === "Unauthorized" && reason.sent === false && { sent: false as const }),
    ...(reason._tag === "Refused" && reason.cap !== undefined && { cap: reason.cap }),
    ...(own !== undefined && { own }),
    ...(error instanceof HubError && { isFromHub: true as const })
  }
}
