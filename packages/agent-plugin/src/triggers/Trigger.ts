/**
 * One trigger: what a plugin's service can tell agents about. A plain value; one trigger, one file. Receiving, polling
 * and dispatch are the hub's.
 */
import { fieldErrorsOf } from "@inlay/core-http/FieldErrors"
import { nearest } from "@inlay/core-http/nearest"
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** How events can arrive, which rights that needs, and how late they may be. */
export type Way =
  | {
      /** A hook of the target itself, or one of the organization that it belongs to. */
      readonly via: "webhook" | "orgWebhook"
      /** Where the hook stands, as `Webhooks` names places; said of a target. */
      readonly place?: string
      readonly events: ReadonlyArray<string>
      readonly needs: ReadonlyArray<string>
      readonly expectedDelaySeconds: number
    }
  | {
      readonly via: "poll"
      /**
       * Triggers that name the same source of the same target are polled together, and what they read alike is asked for
       * once: `SharedReads`.
       */
      readonly source?: string
      readonly needs: ReadonlyArray<string>
      readonly expectedDelaySeconds: number
    }
  /** The service no longer has it; `use` names the trigger to use instead. */
  | { readonly via: "retired"; readonly since: string; readonly use: string }

/** What the service sent: the event's name, and the body before anybody believed it. */
export interface ServiceEvent {
  readonly name: string
  readonly body: unknown
  /** ISO 8601: when it arrived, for events that do not say when they happened. */
  readonly receivedAt?: string
}

/** Who the account is at its service: whom events mean that mention it, and what it may see. */
export interface Watcher {
  /** Its name there; compared as the service compares names. */
  readonly login: string
  /** The rights that the service says it has; empty where it says none. */
  readonly scopes: ReadonlyArray<string>
  /** Which edition of the service it is at, in the plugin's words, where triggers differ by it. */
  readonly edition?: string
  /** Ways that the account's own settings rule out, such as hooks for a read-only account. */
  readonly excludedWays?: ReadonlyArray<Way["via"]>
}

/** Something that happened. */
export interface Occurrence<A> {
  /** The identity of what happened: the same by every way that tells of it, another for anything else. */
  readonly key: string
  /** ISO 8601: when it happened, as the service says. */
  readonly at: string
  readonly data: A
  /** Who did it, by the name that the service gives. */
  readonly actor?: string
  /** The records that it changed or made, by the ids that steps give: an agent's own change is known by them. */
  readonly causes?: ReadonlyArray<string>
  /** The service's own record, whole, of what came by poll. What came by a hook is the hook's event. */
  readonly raw?: unknown
}

/** What happened since a cursor, oldest first, and the cursor to go on from. */
export interface Polled<A> {
  readonly occurrences: ReadonlyArray<Occurrence<A>>
  readonly cursor: string
  /** The service asks not to be polled sooner. */
  readonly nextAfterSeconds?: number
  /** How many happened that the service no longer tells of. */
  readonly skipped?: number
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
  /** Every way that its events can arrive anywhere, best first. */
  readonly possible: ReadonlyArray<Way>
  /** Names the example among the plugin's fixtures, without `.json`: what `testing/trigger-suite.ts` reads. */
  readonly fixture: string
}

/** What somebody wants to hear of, as far as the trigger knows it. */
export interface Wish {
  readonly target: unknown
  readonly filters: unknown
}

/** A trigger as apps see it: what goes in has passed `read`. */
export interface Trigger<R> extends TriggerInfo {
  /** What is watched, such as a repository: an object without transformations. */
  readonly target: Schema.Top
  /** What is left out, an object without transformations. */
  readonly filters: Schema.Top
  /** Of one occurrence's data. */
  readonly output: Schema.Top
  /** A wish that may be stored; a malformed one fails as `Invalid`, every field in one round. */
  readonly read: (wish: { readonly target: unknown; readonly filters?: unknown }) => Result.Result<Wish, ProviderError>
  /** The place of a target, as `Webhooks` names places: by it a delivery is known to concern the target. */
  readonly place: (target: unknown) => string
  /** How its events can arrive for this account and target, best first; empty where by no way. */
  readonly ways: (target: unknown, watcher: Watcher) => ReadonlyArray<Way>
  /** Fails where the account cannot see what is watched, by one request at most. By default nothing is asked. */
  readonly check?: (target: unknown) => Effect.Effect<void, ProviderError, R>
  /** What one event tells, as plain JSON; empty where the event is not its own, whatever its body. */
  readonly match: (event: ServiceEvent, watcher: Watcher) => ReadonlyArray<Occurrence<unknown>>
  /** What happened since a cursor. Without one: where things stand, and nothing that happened before. */
  readonly poll?: (
    target: unknown,
    cursor: string | undefined,
    watcher: Watcher
  ) => Effect.Effect<Polled<unknown>, ProviderError, R>
  /** Whether an occurrence is wanted, or why not, as a sentence. */
  readonly accepts: (filters: unknown, occurrence: Occurrence<unknown>) => true | string
}

/** No filters at all. `Schema.Struct({})` would take whatever is not null. */
const NO_FILTERS = Schema.Record(Schema.String, Schema.Never)

const ALL = { errors: "all", onExcessProperty: "error" } as const

const namesIn = ({ ast }: Schema.Top): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** Names the fields that are most like one that there is not. */
const withNearest = (errors: ReadonlyArray<FieldError>, parts: Readonly<Record<string, Schema.Top>>) =>
  errors.map((error) => {
    const [part = "", name = "", ...deeper] = error.field.split(".")
    const names = parts[part] === undefined ? [] : namesIn(parts[part])
    if (deeper.length > 0 || name === "" || names.length === 0 || names.includes(name)) return error
    return { ...error, message: `${error.message}; the nearest are ${nearest(name, names).join(", ")}` }
  })

/** A trigger whose parts are held to its schemas' types. */
export const make = <
  O extends Schema.Top,
  T extends Schema.Struct.Fields,
  F extends Schema.Struct.Fields = Record<never, never>,
  R = never
>(
  trigger: TriggerInfo & {
    readonly target: Schema.Struct<T>
    readonly filters?: Schema.Struct<F>
    readonly output: O
    readonly place: (target: Schema.Struct<T>["Type"]) => string
    /** By default all that are possible. */
    readonly ways?: (target: Schema.Struct<T>["Type"], watcher: Watcher) => ReadonlyArray<Way>
    readonly check?: (target: Schema.Struct<T>["Type"]) => Effect.Effect<void, ProviderError, R>
    /** By default nothing: it is only polled. */
    readonly match?: (event: ServiceEvent, watcher: Watcher) => ReadonlyArray<Occurrence<O["Encoded"]>>
    readonly poll?: (
      target: Schema.Struct<T>["Type"],
      cursor: string | undefined,
      watcher: Watcher
    ) => Effect.Effect<Polled<O["Encoded"]>, ProviderError, R>
    readonly accepts?: (filters: Schema.Struct<F>["Type"], occurrence: Occurrence<O["Encoded"]>) => true | string
  }
): Trigger<R> => {
  const filters: Schema.Top = trigger.filters ?? NO_FILTERS
  const target: Schema.Top = trigger.target
  const wish = Schema.Struct({ target, filters })
  const decode = Schema.decodeUnknownResult(wish as unknown as Schema.Codec<Wish, unknown>)
  const provider = trigger.id.slice(0, trigger.id.indexOf("_"))
  return {
    ways: () => trigger.possible,
    match: () => [],
    accepts: () => true,
    ...trigger,
    filters,
    read: ({ target: targetValue, filters: filterValues = {} }) =>
      Result.mapError(decode({ target: targetValue, filters: filterValues }, ALL), (error) =>
        invalid(provider, trigger.id, withNearest(fieldErrorsOf(error), { target, filters }))
      )
    // What goes in has passed `read`.
  } as Trigger<R>
}

/** A way in one word or two, and how late it may be. */
export const wayInWords = (way: Way): string => {
  switch (way.via) {
    case "webhook":
      return "webhook"
    case "orgWebhook":
      return "organization webhook"
    case "poll":
      return `poll, within ${way.expectedDelaySeconds} s`
    case "retired":
      return `retired, use ${way.use}`
  }
}
