// The available faults, and the queue of faults that were requested in advance.

import type { Fault as FaultOf } from "@inlay/sandbox-kit/connection-faults"
import { type FaultQueue as Faults, makeFaultQueue as makeQueue, type Queued } from "@inlay/sandbox-kit/faults"

import { noMatchStyles, type NoMatchStyle } from "./no-match.ts"

export const operations = ["enrich_person", "enrich_company", "search_people", "account"] as const
/** What a call asks the provider to do. */
export type Operation = (typeof operations)[number]

/**
 * `worked` says whether the provider had completed the operation, and therefore charged for it, before the failure. The
 * caller cannot tell.
 */
const table = {
  "429-seconds": { worked: false, what: "429 with `retry-after: 1`" },
  "429-date": { worked: false, what: "429 with `retry-after` as a date two seconds ahead" },
  "429-bare": { worked: false, what: "429 that says nothing about when to come back" },
  "throttle-body": { worked: false, what: "200 whose body says `rate_limited`" },
  "401": { worked: false, what: "401, the key is not valid" },
  "403": { worked: false, what: "403, the key may not do this" },
  "409": { worked: false, what: "409" },
  "422": { worked: false, what: "422 with field errors" },
  "500": { worked: false, what: "500 with a JSON body" },
  "502-html": { worked: false, what: "502 with an HTML page, as a proxy sends it" },
  "503": { worked: false, what: "503 with `retry-after: 1`" },
  "504": { worked: false, what: "504 with an empty body" },
  "504-after": { worked: true, what: "504 with an empty body, after the work was done" },
  "html-200": { worked: false, what: "200 with an HTML page" },
  "truncated-json": { worked: true, what: "200 with the first half of the response and a matching length" },
  "wrong-type": { worked: true, what: "the real answer, declared as `image/png`" },
  "short-body": { worked: true, what: "the connection ends before `content-length` is reached" },
  "bad-gzip": { worked: true, what: "200 declared as gzip, which it is not" },
  "bad-chunk": { worked: true, what: "200 with a broken chunk size" },
  hang: { worked: false, what: "never responds" },
  "slow-body": { worked: true, what: "headers at once, then 64 bytes each 100 ms" },
  "gzip-bomb": { worked: true, what: "the real answer with 50 MB more in it, in 50 kB of gzip" },
  "big-id": { worked: true, what: "the real answer with an id beyond 2^53" },
  "odd-charge": { worked: true, what: "the real answer, which says that it cost 1e400 credits" },
  "odd-headers": { worked: true, what: "the real answer, dated 1990, with rate limit headers that are not numbers" },
  redirect: { worked: false, what: "307 to the same path on another host" },
  "redirect-loop": { worked: false, what: "307 to itself" },
  "reset-before": { worked: false, what: "connection reset before anything was done" },
  "reset-after": { worked: true, what: "connection reset after the work was done" },
  "reset-middle": { worked: true, what: "headers and half of the body, then the connection ends" },
  "hang-after": { worked: true, what: "the work is done, but no response comes" },
  slow: { worked: true, what: "the real answer after 1.5 seconds" },
  held: { worked: true, what: "the real answer, once `POST /release` of the control API releases it" }
} as const satisfies Readonly<Record<string, FaultOf>>

export type WireFault = keyof typeof table
export type NoMatchFault = "no-match" | `no-match-${NoMatchStyle}`
/** A way to respond badly. `GET /faults` of the control API lists all of them. */
export type Fault = WireFault | NoMatchFault

export const wireFaults: Readonly<Record<WireFault, FaultOf>> = table

const isKeyOf = <T extends object>(object: T, key: string): key is Extract<keyof T, string> =>
  Object.hasOwn(object, key)

/** Longest first, so that `fault-reset-after-anna` is not parsed as `reset`. */
export const faultNames: ReadonlyArray<Fault> = [
  ...Object.keys(table).filter((name): name is WireFault => isKeyOf(table, name)),
  "no-match" as const,
  ...noMatchStyles.map((style) => `no-match-${style}` as const)
].toSorted((one, other) => other.length - one.length)

/** Faults that can occur at random. `held` is left out, because it waits for a release. */
export const chanceFaults: ReadonlyArray<Fault> = faultNames.filter((name) => name !== "held")

export const isWireFault = (fault: Fault): fault is WireFault => isKeyOf(table, fault)

export const parseFault = (name: string): Fault | undefined => faultNames.find((fault) => fault === name)

/** The fault in a slug, local part or domain label: `fault-<name>` or `fault-<name>-<anything>`. */
export const faultIn = (token: string): Fault | undefined =>
  faultNames.find((fault) => token === `fault-${fault}` || token.startsWith(`fault-${fault}-`))

/** The style that a `no-match-*` fault forces, if any. */
export const forcedStyle = (fault: Fault): NoMatchStyle | undefined =>
  noMatchStyles.find((style) => fault === `no-match-${style}`)

export interface QueuedFault extends Queued<Fault> {
  /** Null for any operation. */
  readonly operation: Operation | null
}

export interface FaultQueue extends Omit<Faults<QueuedFault>, "take"> {
  /** Takes the oldest fault for this operation, and decrements its remaining count. */
  readonly take: (operation: Operation) => Fault | undefined
}

export const makeFaultQueue = (): FaultQueue => {
  const queue = makeQueue<QueuedFault>()
  return {
    ...queue,
    take: (operation) => queue.take((entry) => entry.operation === null || entry.operation === operation)
  }
}
