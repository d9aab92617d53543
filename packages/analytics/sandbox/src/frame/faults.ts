// The faults that can be requested, and the queue of those requested in advance.

import { connectionFaults, type Fault } from "@inlay/sandbox-kit/connection-faults"
import type { Queued } from "@inlay/sandbox-kit/faults"

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
  held: { worked: true, what: "the real answer when `POST /release` lets it go" },
  ...connectionFaults
} as const satisfies Readonly<Record<string, Fault>>

/** A way to fail. `GET /faults` of the control API lists all of them. */
export type FaultName = keyof typeof table

export const faults: Readonly<Record<FaultName, Fault>> = table

export const isFaultName = (name: unknown): name is FaultName => typeof name === "string" && Object.hasOwn(table, name)

export const faultNames: ReadonlyArray<FaultName> = Object.keys(table).filter(isFaultName)

export interface QueuedFault extends Queued<FaultName> {
  /** Operation such as `runReport`. Null matches any operation. */
  readonly operation: string | null
}
