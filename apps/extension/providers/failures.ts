/**
 * What the extension itself has to say when it will not or cannot ask, and every failure as its pages are told of it.
 * What decides is a reason's tag and its facts, never the letters of a sentence.
 */
import { ProviderError, toJson, withReason, type Reason, type Refused } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"

import type { Failure } from "../messaging/contract.ts"
import type { VaultProblem } from "../vault/keys.ts"

const failure = (operation: string, reason: Reason) => new ProviderError({ provider: "inlay", operation, reason })

export const offline = (operation: string) =>
  failure(operation, {
    _tag: "Transport",
    sent: false,
    what: "You are offline; nothing was sent.",
    fix: "Connect to a network and try again."
  })

export const notConnected = (operation: string) =>
  failure(operation, {
    _tag: "Unauthorized",
    what: "No account is connected.",
    fix: "Open the options and connect one."
  })

export const movedOn = (operation: string) =>
  failure(operation, {
    _tag: "Conflict",
    what: "The page moved on to somebody else.",
    fix: "Nothing was sent. Look at who is in the page now, and ask again."
  })

export const expired = (operation: string) =>
  failure(operation, {
    _tag: "Conflict",
    what: "The saved answer has just expired.",
    fix: "Nothing was sent. Look again to see what asking would cost."
  })

/** A charge that somebody else has settled meanwhile, or that was never unknown. */
export const notUnknown = (operation: string) =>
  failure(operation, {
    _tag: "Conflict",
    what: "This charge is settled already.",
    fix: "Nothing was changed or sent. Look at the list as it stands now."
  })

export const hostDenied = (operation: string, origin: string) =>
  failure(operation, {
    _tag: "Refused",
    guard: "baseAddress",
    what: `The browser has not allowed requests to ${origin}.`,
    fix: "Nothing was sent. Open the options and save again to allow it."
  })

/** The browser's own database fails, or what stood in it is damaged. */
export const storageFailure = (operation: string, error: StorageError | VaultProblem) =>
  error._tag === "VaultProblem"
    ? failure(operation, {
        _tag: "Unauthorized",
        what: `The sales data account cannot be opened: ${error.message}.`,
        fix: "Open the options and enter the key again, or remove the account."
      })
    : failure(operation, {
        _tag: "Refused",
        guard: "ledger",
        what: `The browser's storage cannot be used: ${error.message}.`,
        fix: "Nothing was sent. Free some disk space and restart the browser."
      })

/** Advice that is meant for a command line, as a page gives it. */
export const forPages = (error: ProviderError): ProviderError => {
  const fix = pageFix(error)
  return fix === undefined ? error : withReason(error, { ...error.reason, fix })
}

const pageFix = ({ reason, operation }: ProviderError): string | undefined => {
  if (reason._tag === "Refused") return pageFixes[reason.guard]?.(reason)
  // The account went missing or lost its key between a look at it and its use.
  const ofAccount = reason._tag === "Unauthorized" && (operation === "accounts" || operation === "connect")
  return ofAccount ? "Nothing was sent. Open the options, enter the key again and save." : undefined
}

/** By the guard that refused. */
const pageFixes: { readonly [G in Refused["guard"]]?: (reason: Refused) => string } = {
  cap: ({ cap }) => {
    if (cap === undefined) return "Nothing was sent. Enter the lookup's price in the settings, or clear the cap."
    const wait = cap.kind === "day" ? "wait until 00:00 UTC" : "restart the browser"
    return `Nothing was sent. Raise the cap in the settings, or ${wait}.`
  },
  undecided: () =>
    "Nothing was sent now. Look at the provider's credit log, then say what became of it, or choose to ask again.",
  ledger: () => "Nothing was sent. Free some disk space and restart the browser."
}

/** A failure as pages get it: what happened by itself, besides the message that says what to do too. */
export const failureOf = (error: ProviderError): Failure => {
  const shown = forPages(error)
  const { reason } = shown
  const unsent = reason._tag === "Unauthorized" && reason.sent === false
  return { ...toJson(shown).error, what: reason.what, ...(unsent && { sent: false as const }) }
}
