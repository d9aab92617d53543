/** What the extension itself has to say when it will not or cannot ask, in the words of the extension's pages. */
import { ProviderError, type Reason, type Refused } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"

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
    what: "The page moved on to somebody else before the lookup began.",
    fix: "Nothing was sent. Look at who is in the page now, and ask again."
  })

export const expired = (operation: string) =>
  failure(operation, {
    _tag: "Conflict",
    what: "The saved answer has just expired.",
    fix: "Nothing was sent. Look again to see what asking would cost."
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
        what: `${error.message}.`,
        fix: "Open the options, enter the key again and save."
      })
    : failure(operation, {
        _tag: "Refused",
        guard: "ledger",
        what: `The browser's storage cannot be used: ${error.message}.`,
        fix: "Nothing was sent. Free some disk space and restart the browser."
      })

/** Advice that is meant for a command line, as a page gives it. */
export const forPages = (error: ProviderError): ProviderError => {
  const { reason } = error
  const fix = pageFix(error)
  return fix === undefined
    ? error
    : new ProviderError({
        provider: error.provider,
        operation: error.operation,
        reason: { ...reason, fix },
        ...(error.charged !== undefined && { charged: error.charged })
      })
}

const pageFix = ({ reason, operation }: ProviderError): string | undefined => {
  if (reason._tag === "Refused") return pageFixes[reason.guard]?.(reason.what)
  // The account went missing or lost its key between a look at it and its use.
  const ofAccount = reason._tag === "Unauthorized" && (operation === "accounts" || operation === "connect")
  return ofAccount ? "Nothing was sent. Open the options, enter the key again and save." : undefined
}

/** By the guard that refused, and what it said. */
const pageFixes: { readonly [G in Refused["guard"]]?: (what: string) => string | undefined } = {
  cap: (what) => {
    const [, cap] = /\bof the (day|run) cap\b/.exec(what) ?? []
    if (cap === undefined) return undefined
    const wait = cap === "day" ? "wait until 00:00 UTC" : "restart the browser"
    return `Nothing was sent. Raise the cap in the settings, or ${wait}.`
  },
  undecided: () => "Nothing was sent now. Look at the provider's credit log, then choose to ask again.",
  ledger: () => "Nothing was sent. Free some disk space and restart the browser."
}
