/** Reads what the popup shows of a repository: each list in a separate request, so that none waits for another. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { RequestError } from "../../../messaging/own-failures.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import type { WaitingForUser, RepositoryRef, RepositoryRequests } from "../requests.ts"
import {
  factsOf,
  failedOf,
  ISSUE_FIELDS,
  isFound,
  isLimits,
  isNotifications,
  isPerson,
  isRepository,
  isRuns,
  isWorkflows,
  limitOf,
  mentionsOf,
  NOTIFICATION_FIELDS,
  RUN_FIELDS,
  runOf,
  threadOf
} from "./reading.ts"
import { WHOLE, type Service } from "./service.ts"

/** How many of the newest runs are searched for failures. */
const RUNS = 30
const SHOWN = 10
/** The most workflows on a page of their list, and the most pages that are read. */
const WORKFLOWS = 100
const WORKFLOW_PAGES = 5

export const nameOf = ({ owner, repo }: Pick<RepositoryRef, "owner" | "repo">) => ({ owner, repo })
export const inRepository = ({ owner, repo }: RepositoryRef, rest: string): string => `/repos/${owner}/${repo}${rest}`

const isOneOf =
  (...reasons: ReadonlyArray<ProviderError["reason"]["_tag"]>) =>
  (error: RequestError): boolean =>
    error._tag === "ProviderError" && reasons.includes(error.reason._tag)

/** The token lacks a permission, or its server lacks the feature. Both count as missing data rather than a failure. */
export const isMissing = isOneOf("Forbidden", "NotFound")

type Reads = "repositoryFacts" | "repositoryRuns" | "repositoryAsked" | "repositoryLimit" | "repositoryWorkflows"

const readMentions = (service: Service, ref: RepositoryRef) =>
  Effect.map(
    service.body(
      ref,
      { endpoint: inRepository(ref, "/notifications?per_page=20"), fields: NOTIFICATION_FIELDS },
      isNotifications
    ),
    mentionsOf
  )

export const make = (service: Service): HandlersOf<Pick<RepositoryRequests, Reads>> => ({
  repositoryFacts: Effect.fnUntraced(function* (ref) {
    const [record, login] = yield* Effect.all(
      [
        service.read(ref, "get_repository_info", nameOf(ref), isRepository),
        service.body(ref, { endpoint: "/user" }, isPerson).pipe(
          Effect.map((person) => person.login),
          // An application's token belongs to no user.
          Effect.catchIf(isMissing, () => Effect.succeed(""))
        )
      ],
      { concurrency: 2 }
    )
    return factsOf(record, login)
  }),
  repositoryRuns: Effect.fnUntraced(function* (ref) {
    const input = { ...nameOf(ref), ...WHOLE, per_page: RUNS, fields: RUN_FIELDS }
    const { items } = yield* service.read(ref, "list_workflow_runs", input, isRuns)
    return { newest: items.slice(0, SHOWN).map(runOf), failed: failedOf(items) }
  }),
  repositoryAsked: Effect.fnUntraced(function* (ref) {
    const query = `repo:${ref.owner}/${ref.repo} is:open is:pr review-requested:@me`
    const [reviews, mentions] = yield* Effect.all(
      [
        service.read(
          ref,
          "search_issues_and_pull_requests",
          { ...WHOLE, q: query, sort: "updated", per_page: SHOWN, fields: ISSUE_FIELDS },
          isFound
        ),
        // A fine-grained token may not read notifications.
        readMentions(service, ref).pipe(Effect.catchIf(isMissing, () => Effect.succeed(null)))
      ],
      { concurrency: 2 }
    )
    return { reviews: reviews.items.map(threadOf), mentions } satisfies WaitingForUser
  }),
  repositoryLimit: (ref) =>
    service.body(ref, { endpoint: "/rate_limit" }, isLimits).pipe(
      Effect.map((limits) => ({ limit: limitOf(limits) })),
      // A server without rate limits lacks this endpoint. An account that may not read its limit still has one.
      Effect.catchIf(isOneOf("NotFound"), () => Effect.succeed({ limit: null }))
    ),
  repositoryWorkflows: Effect.fnUntraced(function* (ref) {
    const all = []
    for (let page = 1; page <= WORKFLOW_PAGES; page++) {
      const endpoint = inRepository(ref, `/actions/workflows?per_page=${WORKFLOWS}&page=${page}`)
      const { workflows } = yield* service.body(ref, { endpoint }, isWorkflows)
      all.push(...workflows.filter(({ state }) => state === "active").map(({ id, name }) => ({ id, name })))
      if (workflows.length < WORKFLOWS) break
    }
    return { workflows: all }
  })
})
