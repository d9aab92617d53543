/**
 * Polls one watched repository: its lists, each requested with the ETag of the last read, so that unchanged lists do not
 * count against the rate limit, and page by page back to the position of the last read.
 */
import * as Effect from "effect/Effect"

import { unreadable, type RequestError } from "../../../messaging/own-failures.ts"
import { isObject, type Is } from "../../../messaging/shape.ts"
import type { WatchedRecord } from "../../../vault/watched.ts"
import type { Seen, Watched } from "../requests.ts"
import { mentionsIn, type OrPass } from "./mentions.ts"
import {
  isIssues,
  isNotifications,
  isServiceRuns,
  mentionsOf,
  runOf,
  threadOf,
  type MentioningThread
} from "./reading.ts"
import { inRepository, isMissing } from "./reads.ts"
import type { Service } from "./service.ts"

/** An item of a list, with its position in the order of new items. Some are of no interest. */
interface Item {
  readonly order: string
  readonly seen?: Seen
  /** A thread that mentions the account: its texts say what is new. */
  readonly thread?: MentioningThread | undefined
}

type Reader = Pick<Service, "call" | "body">

interface List {
  readonly endpoint: string
  readonly read: (body: unknown) => Effect.Effect<ReadonlyArray<Item>, RequestError>
}

/** Numbers are padded so that they sort correctly as text. */
const ORDER_DIGITS = 16
const ordered = (number: number): string => String(number).padStart(ORDER_DIGITS, "0")

const PER_PAGE = 10
const MAX_PAGES = 10
/**
 * A further page, or a thread, that this many polls in turn cannot read is passed: everything new would wait for it. They
 * take an hour at least, as an outage may, which ends by itself.
 */
const MAX_FAILURES = 60
/** Any other failure counts as this many: the third is enough. */
const LASTING_FAILURE = 20

const listOf = <A>(endpoint: string, is: Is<A>, itemsOf: (body: A) => ReadonlyArray<Item>): List => ({
  endpoint: `${endpoint}&per_page=${PER_PAGE}`,
  read: (body) => (is(body) ? Effect.succeed(itemsOf(body)) : Effect.fail(unreadable()))
})

/** The service lists runs of one conclusion at a time. One that does not know it might list all runs. */
const runsWith = (conclusion: string) =>
  listOf(`/actions/runs?status=${conclusion}`, isServiceRuns, ({ workflow_runs }) =>
    workflow_runs.map((run) => {
      const { workflow: title, number, actor: by, url, updatedAt: at } = runOf(run)
      return {
        order: at,
        ...(run.conclusion === conclusion && {
          seen: { id: `${url}@${at}`, kind: "runFailed", title, number, by, url, at }
        })
      }
    })
  )

/** One look reads each of them, with one request if there is nothing new. */
const lists: Readonly<Record<string, List>> = {
  issues: listOf("/issues?state=all&sort=created&direction=desc", isIssues, (issues) =>
    issues.map((issue) => ({
      order: ordered(issue.number),
      seen: {
        ...threadOf(issue),
        id: issue.html_url,
        kind: isObject(issue.pull_request) ? "pullRequest" : "issue",
        at: issue.created_at
      }
    }))
  ),
  runs: runsWith("failure"),
  timedOut: runsWith("timed_out"),
  // The service's reference does not list this word, but it filters by it: https://cli.github.com/manual/gh_run_list
  notStarted: runsWith("startup_failure"),
  mentions: listOf("/notifications?participating=true", isNotifications, (notifications) =>
    notifications.map((one) => ({ order: one.updated_at, thread: mentionsOf([one])[0] }))
  )
}

/** The requests that a look takes at least. */
export const LEAST_REQUESTS = Object.keys(lists).length

const MAX_SEEN = 100

/** A larger number is cut: it would end the polls, and the record could not be read again. */
const MAX_NUMBER = 86_400

const numberOf = (header: string | undefined): number | undefined => {
  const number = Number(header)
  return number >= 1 ? Math.min(number, MAX_NUMBER) : undefined
}

interface Look {
  readonly list: WatchedRecord["lists"][string] | undefined
  readonly fresh: ReadonlyArray<Seen>
  readonly limit?: number | undefined
  readonly restSeconds?: number | undefined
  readonly state: "read" | "failed" | NonNullable<Watched["unreachable"]>
}

const STATES: { readonly [guard in string]?: Look["state"] } = { redirect: "moved", baseAddress: "denied" }

/**
 * Services answer 401 to a token that has ended, 403 or 404 for what it may not see, and redirect from where a
 * repository was before. The browser may have been told to allow no requests to them any more.
 */
const stateAfter = (error: RequestError): Look["state"] => {
  if (error._tag !== "ProviderError") return "failed"
  const { reason } = error
  if (isMissing(error) || reason._tag === "Unauthorized") return "noAccess"
  return (reason._tag === "Refused" && STATES[reason.guard]) || "failed"
}

const lookAt = Effect.fnUntraced(function* (
  service: Reader,
  record: WatchedRecord,
  name: string,
  { endpoint, read }: List
) {
  const before = record.lists[name]
  const { status, headers, body } = yield* service.call(record, {
    endpoint: inRepository(record, endpoint),
    etag: before?.etag
  })
  const pace = {
    limit: numberOf(headers["x-ratelimit-limit"]),
    restSeconds: numberOf(headers["x-poll-interval"])
  }
  if (status === 304) return { list: before, fresh: [], ...pace, state: "read" } satisfies Look
  let page = yield* read(body)
  const items = [...page]
  let failures = before?.failures
  let state: Look["state"] = "read"
  const orPass: OrPass = (part, instead) =>
    part.pipe(
      Effect.catch((error) => {
        const isLasting = error._tag === "ProviderError" && !error.isRetryable
        failures = (before?.failures ?? 0) + (isLasting ? LASTING_FAILURE : 1)
        if (failures < MAX_FAILURES) return Effect.fail(error)
        state = "failed"
        return Effect.succeed(instead)
      })
    )
  // The first look only records the current position, without earlier events.
  const isNew = ({ order }: Item) => before !== undefined && order > before.newest
  const rest = Effect.gen(function* () {
    for (let n = 2; n <= MAX_PAGES && page.length === PER_PAGE && page.every(isNew); n += 1) {
      const next = service.call(record, { endpoint: inRepository(record, `${endpoint}&page=${n}`) })
      // In place of a page that is passed, the one before leads on to the next. What is there twice counts once.
      page = yield* orPass(
        Effect.flatMap(next, (further) => read(further.body)),
        page
      )
      items.push(...page)
    }
    const newest = items.reduce((last, { order }) => (order > last ? order : last), before?.newest ?? "")
    const fresh = items.filter(isNew)
    const threads = [...new Set(fresh.flatMap(({ thread }) => thread ?? []))]
    const mentions = yield* mentionsIn(service, record, threads, before?.newest || (record.polledAt ?? ""), orPass)
    return {
      list: { newest, etag: headers["etag"] },
      fresh: [...mentions, ...fresh.flatMap(({ seen }) => seen ?? [])],
      ...pace,
      state
    } satisfies Look
  })
  return yield* rest.pipe(
    Effect.catch((error) =>
      Effect.succeed<Look>({ list: before && { ...before, failures }, fresh: [], ...pace, state: stateAfter(error) })
    )
  )
})

/** A service that counts its requests. */
const counting = (service: Reader) => {
  const counted: Reader & { requests: number } = {
    requests: 0,
    call: (...input) => {
      counted.requests++
      return service.call(...input)
    },
    body: (...input) => {
      counted.requests++
      return service.body(...input)
    }
  }
  return counted
}

/** Returns the record after one look. */
export const poll = Effect.fnUntraced(function* (service: Reader, record: WatchedRecord, at: string) {
  const counted = counting(service)
  const looks = yield* Effect.forEach(Object.entries(lists), ([name, list]) =>
    lookAt(counted, record, name, list).pipe(
      Effect.catch((error) => Effect.succeed<Look>({ list: record.lists[name], fresh: [], state: stateAfter(error) })),
      Effect.map((look: Look) => ({ name, ...look }))
    )
  )
  const byId = new Map(looks.flatMap((look) => look.fresh).map((one) => [one.id, one]))
  for (const { id } of record.seen) byId.delete(id)
  const fresh = [...byId.values()].toSorted((a, b) => (a.at < b.at ? 1 : -1))
  // A kind of list may be closed to the token, or missing on the server, but not every one.
  const unreachable = (["noAccess", "moved", "denied"] as const).find((one) =>
    looks.every(({ state }) => state === one)
  )
  return {
    ...record,
    seen: [...fresh, ...record.seen].slice(0, MAX_SEEN),
    unread: Math.min(MAX_SEEN, record.unread + fresh.length),
    lists: Object.fromEntries(looks.flatMap(({ name, list }) => (list ? [[name, list]] : []))),
    polledAt: at,
    requests: counted.requests,
    limit: looks.find(({ limit }) => limit)?.limit ?? record.limit,
    restSeconds: Math.max(...looks.map(({ restSeconds }) => restSeconds ?? 0)),
    isFailing: !unreachable && looks.some(({ state }) => state === "failed" || state === "moved"),
    unreachable
  } satisfies WatchedRecord
})
