/**
 * `GET /api/events`: events of the accounts that the caller may use, as a page after `cursor` or, for
 * `accept: text/event-stream`, as a stream of server-sent events that resumes after `Last-Event-ID`. Can be filtered by
 * `trigger`, `account` and `place`. The header `inlay-cursor` of a stream says where it starts.
 */
import { Accounts, scopeOf } from "@inlay/agent-plugin/Accounts"
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import { quotedName } from "@inlay/agent-plugin/Catalog"
import { nearest } from "@inlay/core-http/nearest"
import { invalid } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

import { hubError, unknownName, wrongField } from "../../../../hub-error.ts"
import { Connections } from "../../../../inbound/connections.ts"
import { accountIdOf, fullEventId } from "../../../../inbound/events/event-accounts.ts"
import { type Event, Events } from "../../../../inbound/events/Events.ts"
import { mayUseAccount, type Principal } from "../../../../principals/Principal.ts"
import { accountsOf } from "../../../../principals/reach.ts"
import { makeOpenStreams, MAX_STREAMS } from "../../../../serving/open-streams.ts"
import { queryOf } from "../../../../serving/request-url.ts"
import { Stopping } from "../../../../serving/Stopping.ts"
import type { ConsoleSessions } from "../../../credentials/ConsoleSessions.ts"
import type { HubTokens } from "../../../credentials/HubTokens.ts"
import { CurrentPrincipal, CurrentSession } from "../../../run-as/CurrentPrincipal.ts"
import type { SharedRunners } from "../../../run-as/run-as.ts"
import { answering } from "../../failure.ts"
import { principalNow } from "../../requests/caller.ts"

/** Selects events. An absent field does not filter. */
interface EventFilter {
  readonly trigger?: string | undefined
  /** `plugin/name`. */
  readonly account?: string | undefined
  readonly place?: string | undefined
}

const KEYS = ["cursor", "trigger", "account", "place"]

/**
 * Reads the filters of a query. Fails if one is unknown, or names what does not exist for the principal: it would select
 * every event, or none for ever.
 */
const filterOf = Effect.fnUntraced(function* (query: URLSearchParams, principal: Principal) {
  const unknown = [...new Set(query.keys())].filter((key) => !KEYS.includes(key))
  if (unknown.length > 0) {
    const message = `is not a parameter: they are ${KEYS.join(", ")}`
    return yield* invalid(
      "inlay",
      "events",
      unknown.map((key) => ({ field: `query ${key.slice(0, 40)}`, message }))
    )
  }
  const filter: EventFilter = {
    trigger: query.get("trigger") ?? undefined,
    account: query.get("account") ?? undefined,
    place: query.get("place") ?? undefined
  }
  const { trigger, account } = filter
  if (trigger !== undefined) {
    const { plugins } = yield* Connections
    const own = plugins.filter(({ id }) => principal.grant.plugins?.includes(id) !== false)
    const ids = own.flatMap(({ triggers }) => triggers.map(({ id }) => id))
    if (!ids.includes(trigger))
      return yield* unknownName("events", `There is no trigger ${quotedName(trigger)}.`, nearest(trigger, ids))
  }
  if (account !== undefined) {
    const scopes = (yield* accountsOf(yield* Accounts, principal).list).map(scopeOf)
    if (!scopes.includes(account))
      return yield* unknownName("events", `There is no account ${quotedName(account)}.`, nearest(account, scopes))
  }
  return filter
})

/** Whether a principal may see an event, and the filter selects it. */
const isSelected = (principal: Principal, filter: EventFilter, event: Event): boolean =>
  mayUseAccount(principal, { plugin: event.plugin, name: event.account }) &&
  (filter.trigger === undefined || filter.trigger === event.trigger) &&
  (filter.account === undefined || filter.account === accountIdOf(event)) &&
  (filter.place === undefined || event.places.includes(filter.place))

const PAGE = 100
/** The most bytes of a page, unless its first event is larger. A paired browser reads at most 2 MB at once. */
const PAGE_BYTES = 1_000_000
/**
 * The most bytes of an event's data for a paired browser, which ends a stream at an event of more than a million
 * characters, and begins again before it. Services limit neither commit messages nor paths. Everybody else is given all
 * of it: `inlay listen` filters by it, and starts commands with it.
 */
const BROWSER_DATA_BYTES = 600_000
/** Another hub may send a longer name of an actor than services have. */
const BROWSER_ACTOR_CHARS = 1_000
/** How often to look for events that other servers received. */
const LOOK = Duration.seconds(1)
const KEEP_ALIVE = Duration.seconds(15)

/** The event as a paired browser can read it. If its data is cut, `left_out` says by how much. */
const forBrowser = (event: Event): Event => ({
  ...event,
  actor: event.actor && AnswerSize.cutText(event.actor, BROWSER_ACTOR_CHARS),
  data: AnswerSize.fit(event.data, BROWSER_DATA_BYTES)
})

/**
 * `hiddenCharacters` names characters in the data that a reader would not see. `refusedBy` lists subscriptions whose
 * filters the event did not pass by id, which reveals nothing about them.
 */
const view = (whole: Event, { kind }: Principal) => {
  const event = kind === "extension" ? forBrowser(whole) : whole
  const hiddenCharacters = ProviderText.hiddenCharacters(event.data)
  return {
    eventId: fullEventId(event),
    name: event.trigger,
    timestamp: event.at,
    account: accountIdOf(event),
    source: event.source,
    ...(event.actor !== undefined && { actor: event.actor }),
    ...(event.causedBy !== undefined && { causedBy: event.causedBy }),
    ...(Object.keys(event.refused).length > 0 && { refusedBy: Object.keys(event.refused) }),
    data: event.data,
    ...(hiddenCharacters.length > 0 && { hiddenCharacters }),
    cursor: String(event.id)
  }
}

/** The first of these events that make one page: at least one. @returns the events, and the cursor after them */
const pageOf = (rows: ReadonlyArray<Event>, principal: Principal, filter: EventFilter, start: number) => {
  const events: Array<ReturnType<typeof view>> = []
  let [cursor, bytes] = [start, 0]
  for (const row of rows) {
    if (isSelected(principal, filter, row)) {
      const event = view(row, principal)
      bytes += Buffer.byteLength(JSON.stringify(event))
      if (bytes > PAGE_BYTES && events.length > 0) break
      events.push(event)
    }
    cursor = row.id
  }
  return { events, cursor: String(cursor) }
}

/** JSON text contains no raw line breaks, so one `data` line is enough. */
const message = (event: Event, principal: Principal): string =>
  `id: ${event.id}\nevent: ${event.trigger}\ndata: ${JSON.stringify(view(event, principal))}\n\n`

/**
 * The cursor to start after. Without one, the stream starts with the next event. So it does after one that no event of
 * this database has: the reader knows it from before the database was restored or replaced.
 */
const beginning = (text: string | undefined, latest: number) =>
  text === undefined || text === ""
    ? Effect.succeed(latest)
    : /^\d{1,15}$/.test(text)
      ? Effect.succeed(Math.min(Number(text), latest))
      : Effect.fail(wrongField("events", "cursor", "must be the cursor of an event"))

/**
 * Ends once the caller's token or session has ended.
 * @param latest the id of the newest event, at most a second old
 * @param caller the caller as it is now
 */
const streamAfter = <E>(
  events: Events["Service"],
  latest: Events["Service"]["latest"],
  caller: Effect.Effect<Principal | undefined, E>,
  filter: EventFilter,
  start: number
) => {
  const newsOfOthers = (after: number) =>
    Effect.sleep(LOOK).pipe(Effect.andThen(latest), Effect.repeat({ while: (id) => id <= after }))
  const read = (after: number) =>
    Effect.gen(function* () {
      const rows = yield* events.after(after, PAGE)
      if (rows.length === 0) {
        yield* Effect.raceFirst(events.nextEvent, newsOfOthers(after))
        return [[], Option.some(after)] as const
      }
      const principal = yield* caller
      if (principal === undefined) return [[], Option.none<number>()] as const
      const selected = rows.filter((one) => isSelected(principal, filter, one))
      // Cutting a large event takes up to a second, and there may be many.
      const messages = yield* Effect.forEach(selected, (one) =>
        Effect.map(Effect.yieldNow, () => message(one, principal))
      )
      return [[messages.join("")], Option.some(rows.at(-1)?.id ?? after)] as const
    })
  const alive = Stream.tick(KEEP_ALIVE).pipe(
    Stream.mapEffect(() => caller),
    Stream.takeWhile((principal) => principal !== undefined),
    Stream.map(() => ": still here\n\n")
  )
  return Stream.paginate(start, read).pipe(
    Stream.filter((text) => text !== ""),
    Stream.merge(alive, { haltStrategy: "either" }),
    Stream.encodeText
  )
}

const tooMany = hubError("events", {
  _tag: "QuotaExhausted",
  what: `This caller has ${MAX_STREAMS} streams of events open already, and may open no more.`,
  remedy: { to: "read", text: "Close one, or read pages with `accept: application/json`." },
  nothing: "sent"
})

interface Shared {
  readonly latest: Events["Service"]["latest"]
  readonly openStream: ReturnType<typeof makeOpenStreams>
}

const feed = Effect.fnUntraced(function* ({ latest, openStream }: Shared) {
  const request = yield* HttpServerRequest
  const principal = yield* CurrentPrincipal
  const events = yield* Events
  const { headers, url } = request
  const query = queryOf(url)
  const filter = yield* filterOf(query, principal)
  const cursor = headers["last-event-id"] ?? query.get("cursor") ?? undefined
  const start = yield* beginning(cursor, yield* events.latest)
  if (!/text\/event-stream/i.test(headers["accept"] ?? "")) {
    const rows = yield* events.after(start, PAGE)
    return HttpServerResponse.jsonUnsafe(pageOf(rows, principal, filter, start))
  }
  // Every administrator's console is the same principal.
  const holder = (yield* CurrentSession)?.id ?? principal.id
  const close = yield* Effect.acquireRelease(
    Effect.sync(() => openStream(holder)),
    (opened) => Effect.sync(() => opened?.())
  )
  if (close === undefined) return yield* tooMany
  const caller = Effect.provideContext(
    principalNow,
    yield* Effect.context<CurrentPrincipal | HubTokens | ConsoleSessions | SharedRunners>()
  )
  // Browsers keep the id and report no event.
  const startId =
    Number(cursor ?? start) > start ? Stream.succeed(new TextEncoder().encode(`id: ${start}\n\n`)) : Stream.empty
  const stream = Stream.concat(startId, streamAfter(events, latest, caller, filter, start))
  return HttpServerResponse.stream(Stream.interruptWhen(stream, (yield* Stopping).begins), {
    contentType: "text/event-stream; charset=utf-8",
    headers: { "cache-control": "no-store", "inlay-cursor": String(start) }
  })
})

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { latest } = yield* Events
    // All idle streams look for the events of other servers together.
    const shared: Shared = { latest: yield* Effect.cachedWithTTL(latest, LOOK), openStream: makeOpenStreams() }
    yield* router.add("GET", "/api/events", answering(feed(shared)))
  })
)
