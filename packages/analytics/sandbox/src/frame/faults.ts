// The faults that can be requested, and the queue of those requested in advance.

import { type FaultQueue as Queue, makeFaultQueue as makeQueue, type Queued } from "@inlay/sandbox-kit/faults"

/** `worked` is true if the service did its work before the failure. The caller cannot know this. */
const table = {
  "quota-tokens-day": { worked: false, what: "429, tokens of the day" },
  "quota-tokens-hour": { worked: false, what: "429, tokens of the hour" },
  "quota-project-hour": { worked: false, what: "429, tokens of the project and hour" },
  "quota-concurrent": { worked: false, what: "429, too many at once" },
  "quota-bare": { worked: false, what: "429 that does not say which quota" },
  "quota-admin": { worked: false, what: "429 of the Admin API: requests a minute, with QuotaFailure" },
  "token-expired": { worked: false, what: "401" },
  "service-disabled": { worked: false, what: "403, the API is not enabled in the project, with its activation link" },
  "scope-insufficient": { worked: false, what: "403, the token lacks a scope" },
  forbidden: { worked: false, what: "403, no permission" },
  "server-error": { worked: false, what: "500 with a status body" },
  "server-error-after": { worked: true, what: "500 with a status body, when the work was done" },
  "bad-gateway": { worked: false, what: "502 with an HTML page" },
  unavailable: { worked: false, what: "503 with a status body" },
  "deadline-exceeded": { worked: false, what: "504 with a status body" },
  "html-200": { worked: false, what: "200 with an HTML page" },
  "empty-200": { worked: false, what: "200 without a body" },
  "other-shape": { worked: false, what: "200 with JSON that is nothing of the kind" },
  truncated: { worked: true, what: "the first half of the answer, its length in agreement" },
  "wrong-type": { worked: true, what: "the real answer, declared as `image/png`" },
  "short-body": { worked: true, what: "the connection ends before `content-length` is reached" },
  "bad-gzip": { worked: true, what: "the real answer, declared as gzip, which it is not" },
  "bad-chunk": { worked: true, what: "200 with a broken chunk size" },
  "slow-body": { worked: true, what: "headers at once, then 64 bytes each 100 ms" },
  "gzip-bomb": { worked: true, what: "the real answer with 50 MB of blanks behind it, in 50 kB of gzip" },
  slow: { worked: true, what: "the real answer after 1.5 seconds" },
  hang: { worked: false, what: "no answer ever" },
  "hang-after": { worked: true, what: "the work is done, but no response comes" },
  held: { worked: true, what: "the real answer when `POST /release` lets it go" },
  reset: { worked: false, what: "connection reset before anything was done" },
  "reset-after": { worked: true, what: "connection reset when the work was done" },
  "reset-middle": { worked: true, what: "headers and half of the body, then the connection ends" },
  redirect: { worked: false, what: "307 to the same path on another host" },
  "redirect-loop": { worked: false, what: "307 to itself" }
} as const satisfies Readonly<Record<string, { readonly worked: boolean; readonly what: string }>>

/** A way to fail. `GET /faults` of the control API lists all of them. */
export type FaultName = keyof typeof table

export const faults: Readonly<Record<FaultName, { readonly worked: boolean; readonly what: string }>> = table

export const isFaultName = (name: unknown): name is FaultName => typeof name === "string" && Object.hasOwn(table, name)

export const faultNames: ReadonlyArray<FaultName> = Object.keys(table).filter(isFaultName)

export interface QueuedFault extends Queued<FaultName> {
  /** Operation such as `runReport`. Null matches any operation. */
  readonly operation: string | null
}

export type FaultQueue = Queue<QueuedFault>

export const makeFaultQueue = (): FaultQueue => makeQueue<QueuedFault>()
