/** Audit records: one for each run of a step, with its caller and outcome. Contains no input and no output. */
import type { Reason } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { Via } from "./Caller.ts"

/** One run of a step. */
export interface AuditRecord {
  /** Unix time in milliseconds. */
  readonly atMillis: number
  readonly durationMillis: number
  /** Who called, through which surface, and because of which event. */
  readonly principal: string
  readonly via: Via
  readonly event?: string
  readonly plugin: string
  readonly account: string
  readonly step: string
  readonly outcome: "ok" | Reason["_tag"] | "Interrupted"
  /** Credits charged: `unknown` if any of the charges is unknown, absent if nothing was bought. */
  readonly charged?: number | "unknown"
  /** Whether the run could neither change data nor cost credits. */
  readonly isFreeRead: boolean
}

/** Stores audit records. */
export class Audit extends Context.Service<
  Audit,
  {
    /**
     * Stores one record. The runner logs a failure and continues. The record of a free read may still be in memory when
     * this completes.
     */
    readonly record: (entry: AuditRecord) => Effect.Effect<void, StorageError>
  }
>()("@inlay/agent-plugin/Audit") {
  /** Discards records: for programs and browsers without an audit trail. */
  static readonly layerNone: Layer.Layer<Audit> = Layer.succeed(Audit, { record: () => Effect.void })
}
