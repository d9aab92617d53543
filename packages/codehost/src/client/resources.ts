/**
 * The resources of the service except hooks, and a method for any other API call: all that a program without triggers
 * needs.
 */
import * as HttpClient from "@inlay/core-http/Client"
import * as ConditionalReads from "@inlay/core-http/ConditionalReads"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { redirects } from "@inlay/core-http/redirects"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { documentGuardOf, guardOf, readOnlyReason, namesOf } from "../restriction/guard.ts"
import { narrow, withoutOutside } from "../restriction/searches.ts"
import { RateLimits } from "../schema/RateLimits.ts"
import { redirectMeaning } from "../wire/errors.ts"
import { failureOf, onlyReads, requestPolicy } from "../wire/graphql-policy.ts"
import { graphqlOver } from "../wire/graphql.ts"
import { followMoves } from "../wire/moved.ts"
import { isText } from "../wire/request-policy.ts"
import { byOutput, type Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"
import * as Branches from "./Branches.ts"
import * as Collaborators from "./Collaborators.ts"
import * as Commits from "./Commits.ts"
import * as Contents from "./contents/Contents.ts"
import * as Discussions from "./Discussions.ts"
import * as Gists from "./Gists.ts"
import { httpOptions } from "./http.ts"
import * as Issues from "./Issues.ts"
import * as Projects from "./projects/Projects.ts"
import * as PullRequests from "./pull-requests/PullRequests.ts"
import * as Releases from "./Releases.ts"
import * as Repositories from "./repositories/Repositories.ts"
import * as Search from "./Search.ts"
import { defaults, type Settings } from "./settings.ts"
import * as Workflows from "./Workflows.ts"

/** The client of one account, without hooks. */
export interface Resources {
  readonly repositories: Repositories.Repositories
  readonly contents: Contents.Contents
  readonly branches: Branches.Branches
  readonly commits: Commits.Commits
  readonly collaborators: Collaborators.Collaborators
  readonly issues: Issues.Issues
  readonly pullRequests: PullRequests.PullRequests
  readonly workflows: Workflows.Workflows
  readonly gists: Gists.Gists
  readonly discussions: Discussions.Discussions
  readonly releases: Releases.Releases
  readonly projects: Projects.Projects
  readonly search: Search.Search
  /** The repositories that the account is limited to, and whether it is read-only. */
  readonly limitedTo: () => { readonly repositories: ReadonlyArray<string>; readonly readOnly: boolean }
  /** Sends any request below the base address, within the account's restrictions. */
  readonly call: (request: HttpClient.CallRequest) => Effect.Effect<Answer, ProviderError>
  /** `GET /rate_limit`: rate limits by resource. The request does not count against any limit. */
  readonly limits: (input: Record<never, never>) => Effect.Effect<RateLimits, ProviderError>
  /** A resource's rate limit (`core` by default) as of the last response; sends nothing. */
  readonly rateLimit: HttpClient.Client["rateLimit"]
  /** All rate limits by resource, as of the last responses; sends nothing. */
  readonly rateLimits: HttpClient.Client["rateLimits"]
}

const limits = operation({ name: "limits", input: Schema.Struct({}), output: RateLimits })

const UNCHANGED_READS_BYTES = 16 * 1024 * 1024

/**
 * Creates the resources of one account and the `Http` that sends their requests. It uses the transport from its context.
 * @param more options that replace those of every client
 */
export const make = /* @__PURE__ */ Effect.fnUntraced(function* (
  settings: Settings,
  more?: Pick<HttpClient.ClientOptions, "failureOf">
) {
  const options = { ...defaults, ...settings }
  const repositories = namesOf(options.repositories)
  const common = { ...httpOptions(options), failureOf, requestPolicy, isText, ...more, redirected: redirectMeaning }
  const guard = guardOf(repositories, options.readOnly)
  const restOptions = {
    ...common,
    baseAddress: options.baseAddress,
    conditionalReads: ConditionalReads.within(UNCHANGED_READS_BYTES),
    ...(guard !== undefined && { guard })
  }
  const rest = yield* HttpClient.makeFree(restOptions, redirects)
  const followRenames = repositories.size === 0
  const byName: HttpClient.Client["call"] = followMoves(
    (request) => rest.call(onlyReads(request) ? { changes: false, ...request } : request),
    followRenames
  )
  const call: HttpClient.Client["call"] = followRenames
    ? byName
    : (request) =>
        Effect.map(byName(narrow(repositories, request)), (answer) => withoutOutside(repositories, request, answer))
  const graphql = yield* graphqlOver(common, options.baseAddress, documentGuardOf(repositories, options.readOnly))
  const writeRefusal = options.readOnly ? readOnlyReason : undefined
  const http: Http = { call, graphql, followRenames, writeRefusal, pagesAhead: options.pagesAhead }
  const readLimits = byOutput(http, limits, () => ({ method: "GET", endpoint: "/rate_limit" }))
  const resources: Resources = {
    repositories: Repositories.make(http),
    contents: Contents.make(http),
    branches: Branches.make(http),
    commits: Commits.make(http),
    collaborators: Collaborators.make(http),
    issues: Issues.make(http),
    pullRequests: PullRequests.make(http),
    workflows: Workflows.make(http),
    gists: Gists.make(http),
    discussions: Discussions.make(http),
    releases: Releases.make(http),
    projects: Projects.make(http),
    search: Search.make(http),
    limitedTo: () => ({ repositories: [...repositories], readOnly: options.readOnly }),
    call,
    limits: () => readLimits({}),
    rateLimit: rest.rateLimit,
    rateLimits: rest.rateLimits
  }
  return { http, resources }
})
