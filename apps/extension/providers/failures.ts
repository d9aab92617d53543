/**
 * What the extension itself refuses or cannot do, and every failure as its pages are told of it: facts alone. The words are
 * in `locales`, and pages put them together.
 */
import { ProviderError, toJson, type Reason } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"

import type { Failure, HubProblem, OwnProblem } from "../messaging/failure.ts"
import { DatabaseClosed } from "../vault/database-closed.ts"
import type { VaultProblem } from "../vault/keys.ts"

/** A failure of the extension's own. Its message, for logs, is the problem's name. */
class OwnError extends ProviderError {
  readonly own: OwnProblem
  constructor(own: OwnProblem, operation: string, reason: Reason, charged?: "unknown") {
    super({ provider: "inlay", operation, reason, ...(charged !== undefined && { charged }) })
    this.own = own
  }
}

type Facts = Reason extends infer R ? (R extends Reason ? Omit<R, "what"> : never) : never

const failure = (own: OwnProblem, operation: string, facts: Facts): ProviderError =>
  new OwnError(own, operation, { ...facts, what: own.is })

export const offline = (operation: string) =>
  failure({ is: "offline" }, operation, { _tag: "Transport", sent: false, nothing: "sent" })

export const notConnected = (operation: string) => failure({ is: "notConnected" }, operation, { _tag: "Unauthorized" })

export const movedOn = (operation: string) =>
  failure({ is: "movedOn" }, operation, { _tag: "Conflict", nothing: "sent" })

export const expired = (operation: string) =>
  failure({ is: "expired" }, operation, { _tag: "Conflict", nothing: "sent" })

/** A charge that somebody else has settled meanwhile, or that was never unknown. */
export const chargeSettled = (operation: string) =>
  failure({ is: "chargeSettled" }, operation, { _tag: "Conflict", nothing: "changed" })

export const hostDenied = (operation: string, origin: string) =>
  failure({ is: "hostDenied", origin }, operation, { _tag: "Refused", guard: "baseAddress", nothing: "sent" })

/** Whether the hub could be mended by a setting, by waiting, or by nobody here. */
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
    case "atHub":
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

/** @param charged of a paid request that the hub may have passed on */
export const hubFailure = (operation: string, why: HubProblem, origin: string, charged?: "unknown"): ProviderError =>
  new OwnError({ is: "hub", why, origin }, operation, { ...hubReason(why), what: `hub: ${why}` }, charged)

export const nameTaken = (operation: string, name: string) =>
  failure({ is: "nameTaken", name }, operation, { _tag: "Conflict" })

/** What a page asked for in a shape that no page of this version sends. */
export const malformed = (operation: string) =>
  failure({ is: "malformed" }, operation, { _tag: "Invalid", fields: [], nothing: "sent" })

/** A step's output of another shape than this version reads. */
export const unreadable = (operation: string, charged?: "unknown") =>
  new OwnError({ is: "unreadable" }, operation, { _tag: "Decode", what: "unreadable" }, charged)

export const brokenWorker = failure({ is: "broken" }, "worker", { _tag: "Unavailable", status: 500 })

/** A stored account that cannot be read any more. */
export const accountClosed = (operation: string, name: string, { kind }: VaultProblem) =>
  failure({ is: "accountClosed", name, why: kind }, operation, { _tag: "Unauthorized" })

/** The browser's own database fails. */
export const storageFailure = (operation: string, error: StorageError) =>
  failure(
    error.cause instanceof DatabaseClosed
      ? { is: "storage", why: error.cause.why }
      : { is: "storage", why: "failed", detail: error.message },
    operation,
    { _tag: "Refused", guard: "ledger", nothing: "sent" }
  )

/** Either, of one account. */
export const accountFailure = (operation: string, name: string) => (error: StorageError | VaultProblem) =>
  error._tag === "VaultProblem" ? accountClosed(operation, name, error) : storageFailure(operation, error)

/** A failure as pages get it. */
export const failureOf = (error: ProviderError): Failure => {
  const { reason } = error
  const own = error instanceof OwnError ? error.own : undefined
  const { message: _message, raw: _raw, ...facts } = toJson(error).error
  return {
    ...facts,
    what: own === undefined ? reason.what : "",
    ...(reason._tag === "Unauthorized" && reason.sent === false && { sent: false as const }),
    ...(reason._tag === "Refused" && reason.cap !== undefined && { cap: reason.cap }),
    ...(own !== undefined && { own })
  }
}
