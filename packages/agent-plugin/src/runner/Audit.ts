/** What ran, for whom, with what outcome: one record for each run of a step. Holds no input and no output. */
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
  /** Who called, by which surface, and because of which event. */
  readonly principal: string
  readonly via: Via
  readonly event?: string
  readonly plugin: string
  readonly account: string
  readonly step: string
  readonly outcome: "ok" | Reason["_tag"] | "Interrupted"
  /** Credits that it charged, `unknown` where that is not known of all of them; absent where nothing was bought. */
  readonly charged?: number | "unknown"
  /** The run could neither change data nor cost credits. */
  readonly isFreeRead: boolean
}

/** Where records of runs go: a table, or nowhere. */
export class Audit extends Context.Service<
  Audit,
  {
    /**
     * Keeps one record; a failure is logged by the runner and stops nothing. That of a free read need not have reached the
     * disk when this ends.
     */
    readonly record: (entry: AuditRecord) => Effect.Effect<void, StorageError>
  }
>()("@inlay/agent-plugin/Audit") {
  /** Keeps nothing: for programs and browsers without an audit trail. */
  static readonly layerNone: Layer.Layer<Audit> = Layer.succeed(Audit, { record: () => Effect.void })
}
