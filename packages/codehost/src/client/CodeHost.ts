/** The client of one account: the resources of the service, and any other call to it. */
import * as Budget from "@inlay/core-http/Budget"
import * as HttpClient from "@inlay/core-http/Client"
import * as ConditionalReads from "@inlay/core-http/ConditionalReads"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { failureOf, redirected } from "../internal/errors.ts"
import { graphqlOver } from "../internal/graphql.ts"
import { SEARCH_LANE, WRITE_LANE, isText, manners, onlyReads } from "../internal/manners.ts"
import { reader, type Http } from "../internal/methods.ts"
import { located } from "../internal/moved.ts"
import { narrowed, visible } from "../internal/restricted-search.ts"
import { guardOf, readOnlyReason, named as repositoriesNamed } from "../internal/restriction.ts"
import { RateLimits } from "../schema/RateLimits.ts"
import { apiVersion, mediaType, userAgent } from "../vendors.ts"
import * as Branches from "./Branches.ts"
import * as Collaborators from "./Collaborators.ts"
import * as Commits from "./Commits.ts"
import * as Contents from "./Contents.ts"
import * as Gists from "./Gists.ts"
import * as Issues from "./Issues.ts"
import * as Projects from "./Projects.ts"
import * as PullRequests from "./PullRequests.ts"
import * as Releases from "./Releases.ts"
import * as Repositories from "./Repositories.ts"
import * as Search from "./Search.ts"
import { defaults, type Settings } from "./settings.ts"
import * as Workflows from "./Workflows.ts"

/** The client of one account. */
export interface CodeHostClient {
  readonly repositories: Repositories.Repositories
  readonly contents: Contents.Contents
  readonly branches: Branches.Branches
  readonly commits: Commits.Commits
  readonly collaborators: Collaborators.Collaborators
  readonly issues: Issues.Issues
  readonly pullRequests: PullRequests.PullRequests
  readonly workflows: Workflows.Workflows
  readonly gists: Gists.Gists
  readonly releases: Releases.Releases
  readonly projects: Projects.Projects
  readonly search: Search.Search
  /** Any request below the base address, by the account's restrictions. */
  readonly call: (request: HttpClient.CallRequest) => Effect.Effect<Answer, ProviderError>
  /** `GET /rate_limit`: by resource; costs nothing. */
  readonly limits: (input: Record<never, never>) => Effect.Effect<RateLimits, ProviderError>
  /** A resource's rate limit (`core` by default) as the last answer told it; nothing is sent. */
  readonly rateLimit: HttpClient.Client["rateLimit"]
  /** All of them as last told, by resource; nothing is sent. */
  readonly rateLimits: HttpClient.Client["rateLimits"]
}

/** The client as a service, for tool steps. */
export class CodeHost extends Context.Service<CodeHost, CodeHostClient>()("@inlay/codehost/CodeHost") {}

const KEPT_READS_BYTES = 16 * 1024 * 1024

/** A client over the transport and spending path at hand; make one for each account. */
export const make = Effect.fnUntraced(function* (settings: Settings) {
  const options = { ...defaults, ...settings }
  const repositories = repositoriesNamed(options.repositories)
  const guard = guardOf(repositories, options.readOnly)
  const shared = {
    provider: "codehost",
    pathStyle: "leading-slash",
    credential: options.credential,
    headers: { "user-agent": userAgent, "x-github-api-version": apiVersion, ...options.headers, accept: mediaType },
    budget: Budget.make({
      concurrency: options.concurrency,
      lanes: {
        [WRITE_LANE]: { pauseMillis: options.writePauseMillis },
        [SEARCH_LANE]: { pauseMillis: options.searchPauseMillis }
      }
    }),
    failureOf,
    redirected,
    manners,
    isText
  } as const
  const rest = yield* HttpClient.make({
    ...shared,
    baseAddress: options.baseAddress,
    conditionalReads: ConditionalReads.within(KEPT_READS_BYTES),
    ...(guard !== undefined && { guard })
  })
  const byName: HttpClient.Client["call"] = located(
    (request) => rest.call(onlyReads(request) ? { changes: false, ...request } : request),
    repositories.size === 0
  )
  const call: HttpClient.Client["call"] =
    repositories.size === 0
      ? byName
      : (request) =>
          Effect.map(byName(narrowed(repositories, request)), (answer) => visible(repositories, request, answer))
  const graphql = yield* graphqlOver(shared, options.baseAddress, repositories, options.readOnly)
  const unwritable = options.readOnly ? readOnlyReason : undefined
  const http: Http = { call, graphql, unwritable, pagesAhead: options.pagesAhead }
  const limits = reader(http, "limits", RateLimits)
  const client: CodeHostClient = {
    repositories: Repositories.make(http),
    contents: Contents.make(http),
    branches: Branches.make(http),
    commits: Commits.make(http),
    collaborators: Collaborators.make(http),
    issues: Issues.make(http),
    pullRequests: PullRequests.make(http),
    workflows: Workflows.make(http),
    gists: Gists.make(http),
    releases: Releases.make(http),
    projects: Projects.make(http),
    search: Search.make(http),
    call,
    limits: () => limits({ method: "GET", endpoint: "/rate_limit" }),
    rateLimit: rest.rateLimit,
    rateLimits: rest.rateLimits
  }
  return client
})
