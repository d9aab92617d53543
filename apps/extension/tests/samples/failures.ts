/** One sample of every failure, as the worker sends it. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { StorageError } from "@inlay/core-http/StorageError"

import type { Failure } from "../../messaging/failure.ts"
import {
  accountClosed,
  expired,
  failureOf,
  hostDenied,
  movedOn,
  notConnected,
  offline
} from "../../messaging/own-failures.ts"
import { VaultProblem } from "../../vault/keys.ts"

const failure = (reason: Failure["reason"], what: string, facts: Partial<Failure> = {}): Failure => ({
  reason,
  what,
  operation: "people_enrichment",
  ...facts
})

const refusal = (what: string, facts: Partial<Failure>) => failure("Refused", what, { nothing: "sent", ...facts })

const own = (error: ProviderError): Failure => failureOf(error)

export const errors = {
  unauthorized: failure("Unauthorized", "The provider rejected the account's key (401).", {
    remedy: { to: "checkKey" }
  }),
  forbidden: failure("Forbidden", "The provider refused this call (403).", {
    remedy: { to: "ask", whom: "administrator" },
    needs: "people:read"
  }),
  notFound: failure("NotFound", "The provider has nothing at this address (404).", {
    remedy: { to: "checkAddress", of: "base" }
  }),
  rateLimited: failure("RateLimited", "The provider's rate limit is reached.", {
    remedy: { to: "retry", afterSeconds: 12 },
    retryAfterSeconds: 12
  }),
  quota: failure("QuotaExhausted", "The plan's credits are used up (402).", {
    remedy: { to: "buyCredits" },
    resetsAt: "2026-12-01T00:00:00Z"
  }),
  cap: refusal("This would cost up to 2 credits, and 49 of the day cap of 50 credits are used.", {
    guard: "cap",
    remedy: { to: "raiseCap", cap: "day" },
    cap: { kind: "day", limit: 50, spent: 49 }
  }),
  address: refusal("The base address is not a URL.", {
    operation: "connect",
    guard: "baseAddress",
    remedy: { to: "checkAddress", of: "base" }
  }),
  redirect: failure(
    "Refused",
    "The provider redirected the call to other.example; a credential is never sent after a redirect.",
    { guard: "redirect", remedy: { to: "setAddress", of: "base" } }
  ),
  unknownChargeRefusal: refusal(
    "The same lookup was sent at 2026-11-21T02:00:00.000Z and its answer was lost: it may have been charged.",
    { guard: "unknownCharge", charged: "unknown", remedy: { to: "settleCharge" } }
  ),
  priceRisen: refusal("This would cost up to 20 credits, and the agreed limit is 2 credits.", {
    guard: "price",
    remedy: { to: "agreeToPrice" }
  }),
  uncachedRefusal: refusal(
    "The same lookup was bought at 2026-11-21T02:00:00.000Z for 2 credits, and its answer could not be kept.",
    { guard: "uncached", remedy: { to: "buyAgain" } }
  ),
  ledger: refusal("The spending ledger cannot be used: ledger.reserve failed: the disk is full.", {
    guard: "ledger",
    remedy: { to: "repairStorage" }
  }),
  settings: failure("Invalid", "cap_day must be a number, 0 or more.", {
    operation: "connect",
    fields: [{ field: "cap_day", message: "must be a number, 0 or more" }],
    remedy: { to: "correctInput" },
    nothing: "sent"
  }),
  unusableKey: failure("Unauthorized", "The key holds a line break.", {
    remedy: { to: "checkKey" },
    nothing: "sent",
    sent: false
  }),
  transport: failure("Transport", "No connection could be made.", { remedy: { to: "retry", checking: "network" } }),
  timeout: failure("Timeout", "The same lookup was already in progress and did not finish within 30 s.", {
    remedy: { to: "retry" }
  }),
  unknownCharge: failure("Timeout", "No answer within 30 s.", { charged: "unknown", remedy: { to: "checkCharge" } }),
  failedCharge: failure("Unavailable", "The provider failed (503).", {
    charged: "unknown",
    remedy: { to: "checkCharge" }
  }),
  openChange: failure("Unavailable", "The service failed (503).", {
    outcome: "unknown",
    remedy: { to: "lookFirst", at: "the newest issues of acme/widgets" }
  }),
  conflict: failure("Conflict", "The provider reports a conflict.", { remedy: { to: "readAgain" } }),
  unavailable: failure("Unavailable", "The provider failed (503).", {
    remedy: { to: "retry", afterSeconds: 240, orSee: "statusPage" }
  }),
  decode: failure("Decode", "The response is not complete JSON.", { remedy: { to: "ask", whom: "support" } }),
  invalid: failure("Invalid", "profilenet_url is not a profile address.", {
    fields: [{ field: "profilenet_url", message: "is not a profile address" }],
    remedy: { to: "correctInput" },
    nothing: "sent"
  }),
  rejected: failure("Invalid", "The provider rejected the request (422).", {
    fields: [],
    remedy: { to: "correctInput" }
  }),
  notConnectedAnyMore: own(notConnected),
  keyLost: own(accountClosed("default", new VaultProblem({ kind: "keyLost" }))),
  movedOn: own(movedOn),
  expired: own(expired),
  hostDenied: own(hostDenied("https://api.provider.example")),
  offline: own(offline),
  storage: failureOf(new StorageError({ operation: "ledger.spent", cause: new Error("quota") }))
} as const
