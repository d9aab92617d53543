/**
 * A trigger: a kind of event at a plugin's service that agents can be told about. A plain value; one trigger per file.
 * Receiving, polling and dispatching events are the hub's job.
 */
import { fieldErrorsOf } from "@inlay/core-http/FieldErrors"
import { nearest } from "@inlay/core-http/nearest"
import { MAX_NAMED_FIELDS, invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** A way in which events can arrive, the scopes it needs, and its expected delay. */
export type Way =
  | {
      /** A hook of the target itself, or of the organization that it belongs to. */
      readonly via: "webhook" | "orgWebhook"
      /** Where the hook is installed, as `Webhooks` names places. Set for a particular target. */
      readonly place?: string
      readonly events: ReadonlyArray<string>
      readonly needs: ReadonlyArray<string>
      readonly expectedDelaySeconds: number
    }
  | {
      readonly via: "poll"
      /**
       * Triggers with the same source and target are polled together, and send identical reads only once:
       * `SharedReads`.
       */
      readonly source?: string
      readonly needs: ReadonlyArray<string>
      readonly expectedDelaySeconds: number
      /** Polled at this interval also while a hook works, because the service's hooks do not send every event. */
      readonly besideHookSeconds?: number
    }
  /** The service no longer offers the event. `use` names the trigger to use instead. */
  | { readonly via: "retired"; readonly since: string; readonly use: string }

/** An event from the service: its name, and its unvalidated body. */
export interface ServiceEvent {
  readonly name: string
  readonly body: unknown
  /** ISO 8601: when it arrived, for events without a time of their own. */
  readonly receivedAt?: string
}

/** The account's identity at its service: who events refer to when they mention the account, and what it may see. */
export interface Watcher {
  /** Its user name at the service, compared as the service compares names. */
  readonly login: string
  /** The scopes that the service reports. Empty if it reports none. */
  readonly scopes: ReadonlyArray<string>
  /** The edition of the service, in the plugin's terms, if triggers depend on it. */
  readonly edition?: string
  /** Ways that the account's settings rule out, such as hooks for a read-only account. */
  readonly excludedWays?: ReadonlyArray<Way["via"]>
}

/** Something that happened at the service. */
export interface Occurrence<A> {
  /** Identifies the occurrence: the same however the event arrives, and different for any other occurrence. */
  readonly key: string
  /** ISO 8601: when it happened, according to the service. */
  readonly at: string
  readonly data: A
  /** Who caused it, by the name that the service gives. */
  readonly actor?: string
  /**
   * Ids of the records that it created or changed, as steps return them. They are used to recognise an agent's own
   * changes.
   */
  readonly causes?: ReadonlyArray<string>
  /** The complete record from the service, for occurrences found by polling. For a hook, it is the hook's event. */
  readonly raw?: unknown
}

/** What happened since a cursor, oldest first, and the cursor for the next poll. */
export interface Polled<A> {
  readonly occurrences: ReadonlyArray<Occurrence<A>>
  readonly cursor: string
  /** The service asks not to be polled sooner. As the service says it: see `waitOf`. */
  readonly nextAfterSeconds?: number
  /**
   * How many occurrences the service no longer returns, or were more than a poll reads. `some` if nobody can tell how
   * many.
   */
  readonly skipped?: number | "some"
  /** A sentence that says why some were skipped and what would change that. By default it is derived from `skipped`. */
  readonly problem?: string
}

/** The parts of a trigger that are pure data. */
export interface TriggerInfo {
  /** `<plugin>_<title in snake_case>`. */
  readonly id: string
  /** The title from the specification. */
  readonly title: string
  readonly category: string
  /** For agents: what has happened when the trigger fires. One or two sentences. */
  readonly description: string
  /** Every way in which its events can arrive, best first. */
  readonly possible: ReadonlyArray<Way>
  /** The name of the example among the plugin's fixtures, without `.json`. Used by `testing/trigger-suite.ts`. */
  readonly fixture: string
}

/** What a subscriber wants to be told about: the trigger's target and filters. */
export interface TriggerInput {
  readonly target: unknown
  readonly filters: unknown
}

/** A trigger as apps see it. Targets and filters must have passed `read`. */
export interface Trigger<R> extends TriggerInfo {
  /** The schema of what is watched, such as a repository: an object without transformations. */
  readonly target: Schema.Top
  /** The schema of filters on occurrences: an object without transformations. */
  readonly filters: Schema.Top
  /** The schema of an occurrence's data. */
  readonly output: Schema.Top
  /**
   * Validates a target and filters before they are stored. Malformed ones fail as `Invalid`, with every invalid field
   * at once.
   */
  readonly read: (input: {
    readonly target: unknown
    readonly filters?: unknown
  }) => Result.Result<TriggerInput, ProviderError>
  /** The place of a target, as `Webhooks` names places. Deliveries are matched to targets by place. */
  readonly place: (target: unknown) => string
  /** How its events can arrive for this account and target, best first. Empty if they cannot. */
  readonly ways: (target: unknown, watcher: Watcher) => ReadonlyArray<Way>
  /** Fails if the account cannot see the target. Sends at most one request, and none by default. */
  readonly check?: (target: unknown) => Effect.Effect<void, ProviderError, R>
  /**
   * Returns the occurrences in an event, as plain JSON. Empty if the event does not belong to this trigger, whatever
   * its body.
   */
  readonly match: (event: ServiceEvent, watcher: Watcher) => ReadonlyArray<Occurrence<unknown>>
  /** Returns what happened since a cursor. Without a cursor, returns the current cursor and no past occurrences. */
  readonly poll?: (
    target: unknown,
    cursor: string | undefined,
    watcher: Watcher
  ) => Effect.Effect<Polled<unknown>, ProviderError, R>
  /** Returns whether the filters accept an occurrence, or a sentence that says why not. */
  readonly accepts: (filters: unknown, occurrence: Occurrence<unknown>) => true | string
}

/** The schema of no filters. `Schema.Struct({})` would accept any value but null. */
const NO_FILTERS = Schema.Record(Schema.String, Schema.Never)

const ALL = { errors: "all", onExcessProperty: "error" } as const

const namesIn = ({ ast }: Schema.Top): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** Adds the most similar existing names to the errors of unknown fields. */
const withNearest = (errors: ReadonlyArray<FieldError>, parts: Readonly<Record<string, Schema.Top>>) =>
  errors.map((error, at) => {
    if (at >= MAX_NAMED_FIELDS) return error
    const [part = "", name = ""] = error.field.split(".")
    const names = parts[part] === undefined ? [] : namesIn(parts[part])
    if (name === "" || names.length === 0 || names.includes(name)) return error
    return { ...error, message: `${error.message}; the nearest are ${nearest(name, names).join(", ")}` }
  })

/** Makes a trigger, checking its parts against the types of its schemas. */
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
    /** All possible ways by default. */
    readonly ways?: (target: Schema.Struct<T>["Type"], watcher: Watcher) => ReadonlyArray<Way>
    readonly check?: (target: Schema.Struct<T>["Type"]) => Effect.Effect<void, ProviderError, R>
    /** Matches nothing by default: the trigger is only polled. */
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
  const input = Schema.Struct({ target, filters })
  const decode = Schema.decodeUnknownResult(input as unknown as Schema.Codec<TriggerInput, unknown>)
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
    // Callers only pass targets and filters that have passed `read`.
  } as Trigger<R>
}

/** Describes a way in one or two words. For polling and retired triggers, adds the delay or the replacement. */
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

/** Says what a poll skipped. Returns `undefined` if it was nothing. */
export const skippedInWords = ({
  skipped = 0,
  problem
}: Pick<Polled<unknown>, "skipped" | "problem">): string | undefined => {
  if (problem !== undefined || skipped === 0) return problem
  return skipped === "some"
    ? "There was more to read than a poll reads, so some events may not have been seen."
    : `${skipped} events came faster than they could be polled, and were not seen.`
}

/**
 * The longest wait before a poll that is believed. After it, the service is asked again: a wrong figure must not end a
 * subscription for good.
 */
const LONGEST_WAIT_SECONDS = 86_400

/**
 * Returns the wait that a service asks for before the next poll: whole seconds, 0 if it asks for none, a day at most.
 *
 * @param seconds as the service gave them with its answer or its failure
 */
export const waitOf = (seconds: number | undefined): number =>
  seconds !== undefined && seconds > 0 ? Math.ceil(Math.min(seconds, LONGEST_WAIT_SECONDS)) : 0
