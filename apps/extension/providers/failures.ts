/**
 * What the extension itself has to say when it will not or cannot ask, and every failure as its pages are told of it.
 * What decides is a reason's tag and its facts; the words are in `locales`.
 */
import { ProviderError, toJson, withReason, type Reason, type Refused } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"

import { ownFailure as words } from "../locales/en/own-failure.ts"
import type { Failure, OwnProblem } from "../messaging/failure.ts"
import type { VaultProblem } from "../vault/keys.ts"

/** A failure of the extension's own, by what pages tell it from a provider's. */
class OwnError extends ProviderError {
  readonly own: NonNullable<Failure["own"]>
  constructor(problem: OwnProblem, operation: string, title: string, reason: Reason) {
    super({ provider: "inlay", operation, reason })
    this.own = { problem, title }
  }
}

type Facts = Reason extends infer R ? (R extends Reason ? Omit<R, "what" | "fix"> : never) : never

const own = (
  problem: OwnProblem,
  operation: string,
  [title, fix]: readonly [string, string],
  facts: Facts
): ProviderError => new OwnError(problem, operation, title, { ...facts, what: `${title}.`, fix })

export const offline = (operation: string) =>
  own("offline", operation, words.own.offline, { _tag: "Transport", sent: false })

export const notConnected = (operation: string) =>
  own("notConnected", operation, words.own.notConnected, { _tag: "Unauthorized" })

export const movedOn = (operation: string) => own("movedOn", operation, words.own.movedOn, { _tag: "Conflict" })

export const expired = (operation: string) => own("expired", operation, words.own.expired, { _tag: "Conflict" })

/** A charge that somebody else has settled meanwhile, or that was never unknown. */
export const chargeSettled = (operation: string) =>
  own("chargeSettled", operation, words.own.chargeSettled, { _tag: "Conflict" })

export const hostDenied = (operation: string, origin: string) =>
  own("hostDenied", operation, words.hostDenied(origin), { _tag: "Refused", guard: "baseAddress" })

export const nameTaken = (operation: string, name: string) =>
  own("nameTaken", operation, words.nameTaken(name), { _tag: "Conflict" })

/** What a page asked for in a shape that no page of this version sends. */
export const malformed = (operation: string) =>
  own("malformed", operation, words.own.malformed, { _tag: "Invalid", fields: [] })

export const broken = own("broken", "worker", words.own.broken, { _tag: "Unavailable", status: 500 })

/** A stored account that cannot be read any more. */
export const accountClosed = (operation: string, name: string, { kind }: VaultProblem) =>
  own("accountClosed", operation, words.accountClosed(name, words.closed[kind]), { _tag: "Unauthorized" })

/** The browser's own database fails. */
export const storageFailure = (operation: string, error: StorageError) =>
  own("storage", operation, words.storage(error.message), { _tag: "Refused", guard: "ledger" })

/** Either, of one account. */
export const accountFailure = (operation: string, name: string) => (error: StorageError | VaultProblem) =>
  error._tag === "VaultProblem" ? accountClosed(operation, name, error) : storageFailure(operation, error)

/** Advice that is meant for a command line, as a page gives it. */
export const forPages = (error: ProviderError): ProviderError => {
  const fix = error instanceof OwnError ? undefined : pageFix(error)
  return fix === undefined ? error : withReason(error, { ...error.reason, fix })
}

const pageFix = ({ reason, operation }: ProviderError): string | undefined => {
  if (reason._tag === "Refused") return pageFixes[reason.guard]?.(reason)
  // The account went missing or lost its key between a look at it and its use.
  const ofAccount = reason._tag === "Unauthorized" && (operation === "accounts" || operation === "connect")
  return ofAccount ? words.advice.account : undefined
}

/** By the guard that refused. */
const pageFixes: { readonly [G in Refused["guard"]]?: (reason: Refused) => string } = {
  cap: ({ cap }) => words.advice.cap[cap?.kind ?? "unpriced"],
  undecided: () => words.advice.undecided,
  ledger: () => words.advice.ledger
}

/** A failure as pages get it. */
export const failureOf = (error: ProviderError): Failure => {
  const shown = forPages(error)
  const { reason } = shown
  const unsent = reason._tag === "Unauthorized" && reason.sent === false
  return {
    ...toJson(shown).error,
    what: reason.what,
    ...(unsent && { sent: false as const }),
    ...(reason._tag === "Refused" && reason.cap !== undefined && { cap: reason.cap }),
    ...(error instanceof OwnError && { own: error.own })
  }
}
