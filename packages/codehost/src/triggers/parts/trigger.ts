/** Makes the triggers of this plugin: computes their places and ways, and applies their filters to the output. */
import * as Trigger from "@inlay/agent-plugin/Trigger"
import type { Occurrence, Polled, ServiceEvent, Watcher, Way } from "@inlay/agent-plugin/Trigger"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../../client/CodeHost.ts"
import { fromEvent, type OfEvents } from "../../wire/events/payloads.ts"
import { inRepositoryFilters, type Filters } from "./filters.ts"
import { occurrenceOf, type Fact } from "./occurrences.ts"
import { organizationPlace, repositoryPlace, RepositoryTarget, type PolledRepository } from "./targets.ts"
import { hooksAt, hookWays, mayUse } from "./ways.ts"

type Category =
  | "Repository"
  | "Issue and pull request"
  | "Commit and branch"
  | "Workflow"
  | "Collaboration"
  | "Project"
  | "Other"

/** What a poll needs besides its target. */
export interface Polling<D> {
  /** The operation of its requests. */
  readonly operation: string
  readonly cursor: string | undefined
  readonly watcher: Watcher
  readonly occurrence: (fact: Fact<D>, raw: unknown) => Occurrence<D>
}

export type Poll<T, D> = (target: T, polling: Polling<D>) => Effect.Effect<Polled<D>, ProviderError, CodeHost>

type Facts<D> = Fact<D> | ReadonlyArray<Fact<D>> | undefined

/** What a trigger reports of the payloads of the service's events. The time is that of the event's arrival, ISO 8601. */
type Matches<D> = OfEvents<Facts<D>, [watcher: Watcher, receivedAt: string | undefined]>

/** How a trigger is polled. */
interface PollWay {
  /** Triggers that read the same list have the same source. */
  readonly source: string
  readonly seconds?: number
  readonly needs?: ReadonlyArray<string>
  /** How often it is polled beside a hook that does not send every event. */
  readonly besideHookSeconds?: number
}

/** The fields of every output that this module reads. */
interface Data {
  readonly actor?: string
}

interface Statement<D extends Data> {
  readonly id: string
  readonly title: string
  readonly category: Category
  readonly description: string
  readonly output: Schema.Codec<D>
  readonly filters?: Filters<D>
}

/** Polls run every minute by default. */
const POLL_SECONDS = 60

export const pollWay = ({ source, seconds = POLL_SECONDS, needs = [], besideHookSeconds }: PollWay) =>
  ({
    via: "poll",
    source,
    needs,
    expectedDelaySeconds: seconds,
    ...(besideHookSeconds !== undefined && { besideHookSeconds })
  }) as const

type Judge<D> = (data: D) => true | string

/** Applies the filters that are set, in their order. They are prepared once per filter object. */
const accepting = <D>(filters: Filters<D>) => {
  const judgesOf = new WeakMap<object, ReadonlyArray<Judge<D>>>()
  const judgesFor = (filterValues: Readonly<Record<string, unknown>>): ReadonlyArray<Judge<D>> => {
    const before = judgesOf.get(filterValues)
    if (before !== undefined) return before
    const judges = Object.entries(filters).flatMap(([name, { judge }]) =>
      filterValues[name] === undefined ? [] : [judge(filterValues[name])]
    )
    judgesOf.set(filterValues, judges)
    return judges
  }
  return (filterValues: Readonly<Record<string, unknown>>, { data }: Occurrence<D>): true | string => {
    for (const judge of judgesFor(filterValues)) {
      const answer = judge(data)
      if (answer !== true) return answer
    }
    return true
  }
}

const schemaOf = <D>(filters: Filters<D>) =>
  Schema.Struct(
    Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, Schema.optionalKey(schema)]))
  )

/** Makes a trigger with its own target. */
export const triggerOf = <D extends Data, T extends Schema.Struct.Fields>(
  statement: Statement<D> & {
    readonly target: Schema.Struct<T>
    readonly place: (target: Schema.Struct<T>["Type"]) => string
    readonly possible: ReadonlyArray<Way>
    readonly ways?: (target: Schema.Struct<T>["Type"], watcher: Watcher) => ReadonlyArray<Way>
    /** Absent if `match` is given, or if the service sends no event. */
    readonly on?: Matches<D>
    readonly match?: (event: ServiceEvent, watcher: Watcher) => Facts<D>
    readonly poll: Poll<Schema.Struct<T>["Type"], D>
    readonly check?: (target: Schema.Struct<T>["Type"]) => Effect.Effect<void, ProviderError, CodeHost>
    /** A check in addition to the filters: returns why the data is rejected, or `undefined`. */
    readonly isOutside?: (filterValues: Readonly<Record<string, unknown>>, data: D) => string | undefined
  }
): Trigger.Trigger<CodeHost> => {
  const { filters = {}, isOutside, ways, on = {}, match, poll, ...rest } = statement
  const factsOf = match ?? ((event, watcher) => fromEvent(on, event, watcher, event.receivedAt))
  const name = statement.id.slice("codehost_".length)
  const occurrence: Polling<D>["occurrence"] = (fact, raw) => occurrenceOf(name, fact, raw)
  const accepts = accepting(filters)
  return Trigger.make({
    ...rest,
    fixture: `events/${name.replaceAll("_", "-")}`,
    match: (event: ServiceEvent, watcher: Watcher) =>
      [factsOf(event, watcher) ?? []].flat().map((fact) => occurrence(fact, undefined)),
    poll: (target: Schema.Struct<T>["Type"], cursor: string | undefined, watcher: Watcher) =>
      poll(target, { operation: statement.id, cursor, watcher, occurrence }),
    filters: schemaOf(filters),
    ways: (target: Schema.Struct<T>["Type"], watcher: Watcher) =>
      (ways?.(target, watcher) ?? statement.possible).filter(({ via }) => mayUse(watcher, via)),
    accepts: (filterValues: Readonly<Record<string, unknown>>, one: Occurrence<D>) =>
      isOutside?.(filterValues, one.data) ?? accepts(filterValues, one)
  } as never)
}

/** Fails if a repository does not exist, or the account may not read it. */
export const exists = (where: PolledRepository) =>
  Effect.asVoid(Effect.flatMap(CodeHost, ({ repositories }) => repositories.get(where)))

const NO_REPOSITORY = [{ field: "target.repo", message: "is required if events are polled" }]

/** Makes a trigger for a repository, or for all repositories of an organization. It has the filters of every such event. */
export const repositoryTrigger = <D extends Data & { readonly repository: string }>({
  on = {},
  filters,
  poll,
  pollFrom,
  ...statement
}: Statement<D> & {
  /** Absent if the service sends no event. */
  readonly on?: Matches<D>
  readonly pollFrom: PollWay
  readonly poll: Poll<PolledRepository, D>
  readonly isOutside?: (filterValues: Readonly<Record<string, unknown>>, data: D) => string | undefined
}): Trigger.Trigger<CodeHost> => {
  const events = Object.keys(on)
  const hooks = events.length === 0 ? [] : hookWays(events)
  const polling = pollWay(pollFrom)
  return triggerOf({
    ...statement,
    filters: { ...inRepositoryFilters, ...filters },
    target: RepositoryTarget,
    place: ({ owner, repo }) => (repo === undefined ? organizationPlace(owner) : repositoryPlace(owner, repo)),
    possible: [...hooks, polling],
    ways: ({ owner, repo }) => [...hooksAt(hooks, owner, repo), ...(repo === undefined ? [] : [polling])],
    on,
    // Only check a repository. Only members can see an organization, whatever the account may do there, so reading it
    // proves nothing.
    check: ({ owner, repo }) => (repo === undefined ? Effect.void : exists({ owner, repo })),
    poll: ({ owner, repo }, how) =>
      repo === undefined ? Effect.fail(invalid("codehost", statement.id, NO_REPOSITORY)) : poll({ owner, repo }, how)
  })
}
