/**
 * One trigger: what a plugin's service can tell agents about. A plain value; one trigger, one file. Receiving, polling
 * and dispatch are the hub's.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

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

/** What the service sent: the event's name, and the body before anybody believed it. */
export interface ServiceEvent {
  readonly name: string
  readonly body: unknown
}

/** The parts of a trigger that are pure data. */
export interface TriggerInfo {
  /** `<plugin>_<title in snake_case>`. */
  readonly id: string
  /** The specification's words. */
  readonly title: string
  readonly category: string
  /** For agents: what has happened when it fires. One or two sentences. */
  readonly description: string
  readonly delivery: Delivery
  /**
   * Names the example among the plugin's fixtures, without `.json`. Of one that comes by webhook it is
   * `{ name, body, expect }`: the event, and the data that it must give.
   */
  readonly fixture: string
}

/** What happened since a cursor, oldest first, and the cursor to go on from. */
export interface Polled<A> {
  readonly items: ReadonlyArray<A>
  readonly cursor: string
}

export interface Trigger<R> extends TriggerInfo {
  /** Of one item of data. */
  readonly output: Schema.Top
  /** The trigger's data from one event, as plain JSON; empty where the event is not its own, whatever its body. */
  readonly match: (event: ServiceEvent) => ReadonlyArray<unknown>
  /** What happened since a cursor, where there is no event. */
  readonly poll?: (cursor: string | undefined) => Effect.Effect<Polled<unknown>, ProviderError, R>
  /** The identity of what happened, the same by webhook and by poll. */
  readonly key: (data: unknown) => string
}

/** A trigger whose `match`, `poll` and `key` are held to the output's JSON form. */
export const make = <O extends Schema.Top, R = never>(
  trigger: TriggerInfo & {
    readonly output: O
    readonly match: (event: ServiceEvent) => ReadonlyArray<O["Encoded"]>
    readonly poll?: (cursor: string | undefined) => Effect.Effect<Polled<O["Encoded"]>, ProviderError, R>
    readonly key: (data: O["Encoded"]) => string
  }
): Trigger<R> => trigger
