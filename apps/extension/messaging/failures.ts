/**
 * What the extension itself refuses or cannot do, and the conversion of every failure to the facts that pages receive.
 * The words are in `locales`; pages assemble them.
 */
import { ProviderError, toJson, type Reason } from "@inlay/core-http/ProviderError"

import type { Failure, HubProblem, OwnProblem } from "./failure.ts"

/** A failure of the extension itself. Its message, for logs, is the problem's name. */
class OwnError extends ProviderError {
  readonly own: OwnProblem
  constructor(own: OwnProblem, operation: string, reason: Reason, charged?: "unknown") {
    super({ provider: "inlay", operation, reason, ...(charged !== undefined && { charged }) })
    this.own = own
  }
}

/** A refusal or failure that the hub has answered. */
export class HubError extends ProviderError {}

type Facts = Reason extends infer R ? (R extends Reason ? Omit<R, "what"> : never) : never

/** A failure of the extension itself. `facts` say what kind it is and what did not happen. */
export const ownFailure = (own: OwnProblem, operation: string, facts: Facts): ProviderError =>
  new OwnError(own, operation, { ...facts, what: own.is })

export const offline = (operation: string) =>
  ownFailure({ is: "offline" }, operation, { _tag: "Transport", sent: false, nothing: "sent" })

export const notConnected = (operation: string) =>
  ownFailure({ is: "notConnected" }, operation, { _tag: "Unauthorized" })

export const movedOn = (operation: string) =>
  ownFailure({ is: "movedOn" }, operation, { _tag: "Conflict", nothing: "sent" })

export const expired = (operation: string) =>
  ownFailure({ is: "expired" }, operation, { _tag: "Conflict", nothing: "sent" })

/** A charge that was settled in the meantime, or was never unknown. */
export const chargeSettled = (operation: string) =>
  ownFailure({ is: "chargeSettled" }, operation, { _tag: "Conflict", nothing: "changed" })

export const hostDenied = (operation: string, origin: string) =>
  ownFailure({ is: "hostDenied", origin }, operation, { _tag: "Refused", guard: "baseAddress", nothing: "sent" })

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
export const hubFailure = (operation: string, why: HubProblem, origin: string, charged?: "unknown"): ProviderError =>
  new OwnError({ is: "hub", why, origin }, operation, { ...hubReason(why), what: `hub: ${why}` }, charged)

export const nameTaken = (operation: string, name: string) =>
  ownFailure({ is: "nameTaken", name }, operation, { _tag: "Conflict" })

/** The account was changed or removed while a change of it was checked. */
export const accountChanged = (operation: string) =>
  ownFailure({ is: "accountChanged" }, operation, { _tag: "Conflict" })

export const watchedFull = (operation: string, limit: number) =>
  ownFailure({ is: "watchedFull", limit }, operation, { _tag: "Conflict", nothing: "changed" })

/** A request in a shape that no page of this version sends. */
export const malformed = (operation: string) =>
  ownFailure({ is: "malformed" }, operation, { _tag: "Invalid", fields: [], nothing: "sent" })

/** A step's output in a shape that this version cannot read. */
export const unreadable = (operation: string, charged?: "unknown") =>
  new OwnError({ is: "unreadable" }, operation, { _tag: "Decode", what: "unreadable" }, charged)

export const brokenWorker = ownFailure({ is: "broken" }, "worker", { _tag: "Unavailable", status: 500 })

/** Converts an error to the failure that pages receive. */
export const failureOf = (error: ProviderError): Failure => {
  const { reason } = error
  const own = error instanceof OwnError ? error.own : undefined
  const { message: _message, raw: _raw, ...facts } = toJson(error).error
  return {
    ...facts,
    what: own === undefined ? reason.what : "",
    ...(reason._tag === "Unauthorized" && reason.sent === false && { sent: false as const }),
    ...(reason._tag === "Refused" && reason.cap !== undefined && { cap: reason.cap }),
    ...(own !== undefined && { own }),
    ...(error instanceof HubError && { isFromHub: true as const })
  }
}
