/** The sandbox's own record of the requests it received and what it charged for. */
import type { RunningSandbox } from "@inlay/sandbox"

import { callControl } from "./control-api.ts"

export interface Call {
  readonly operation: string
  readonly key: string
  readonly identifiers: Readonly<Record<string, unknown>>
  readonly fault: string | null
  /** Null if no response was sent. */
  readonly status: number | null
  readonly charged: number
  /** The ledger row that the request was for. */
  readonly idempotencyKey: string | null
}

export interface Charges {
  readonly total: number
  readonly items: ReadonlyArray<{ readonly name: string; readonly credits: number; readonly times: number }>
}

export interface Control {
  readonly calls: () => Promise<ReadonlyArray<Call>>
  readonly charges: () => Promise<Charges>
  /** The profiles of everybody that the provider knows. */
  readonly slugs: () => Promise<ReadonlyArray<string>>
  /** Sets the fault of the next call of an operation, by default of the next lookup of a person, whoever it is. */
  readonly queueFault: (fault: string, operation?: string) => Promise<void>
  /** Releases the responses that the fault `held` keeps back. */
  readonly release: () => Promise<void>
  readonly set: (settings: {
    readonly ratePerMinute?: number
    readonly balance?: number
    readonly latencyMs?: number
    readonly idempotencyKeys?: boolean
  }) => Promise<void>
  /** Resets calls, charges, faults and settings. */
  readonly reset: () => Promise<void>
}

export const controlOf = (sandbox: RunningSandbox): Control => {
  const ask = <A>(path: string, body?: object) => callControl<A>(sandbox, "salesdata", path, body)
  return {
    calls: async () => (await ask<{ readonly calls: ReadonlyArray<Call> }>("/calls")).calls,
    charges: () => ask<Charges>("/charges"),
    slugs: async () => {
      const { people } = await ask<{ readonly people: ReadonlyArray<{ readonly slug: string }> }>("/directory")
      return people.map(({ slug }) => slug)
    },
    queueFault: (fault, operation = "enrich_person") => ask("/faults", { fault, operation }),
    release: () => ask("/release", {}),
    set: (settings) => ask("/settings", settings),
    reset: () => ask("/reset", {})
  }
}
