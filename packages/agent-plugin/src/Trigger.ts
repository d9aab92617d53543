/**
 * One trigger: what a plugin's service can tell agents about. The contract; receiving, polling and dispatch are the hub's.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"
import type * as JsonSchema from "effect/JsonSchema"

/** How events arrive, which rights that needs, and how late they may be. */
export type Delivery =
  | {
      readonly via: "webhook" | "orgWebhook"
      readonly events: ReadonlyArray<string>
      readonly needs: ReadonlyArray<string>
    }
  | { readonly via: "poll"; readonly needs: ReadonlyArray<string>; readonly expectedDelaySeconds: number }
  /** The service no longer has it; `use` names the trigger to use instead. */
  | { readonly via: "retired"; readonly since: string; readonly use: string }

export interface Trigger<R> {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly description: string
  readonly delivery: Delivery
  readonly outputSchema: JsonSchema.JsonSchema
  /** The trigger's data from one provider event; empty where the event is not its own. */
  readonly match: (event: { readonly name: string; readonly body: unknown }) => ReadonlyArray<unknown>
  /** What happened since a cursor, where there is no event. */
  readonly poll?: (
    cursor: string | undefined
  ) => Effect.Effect<{ readonly items: ReadonlyArray<unknown>; readonly cursor: string }, ProviderError, R>
  /** The identity of what happened, the same by webhook and by poll. */
  readonly key: (data: unknown) => string
  /** Names the example payload among the plugin's fixtures. */
  readonly fixture: string
}
