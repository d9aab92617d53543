/**
 * Checks a token and reports its owner, the rights that it lacks and its remaining rate limits. The check costs
 * nothing.
 */
import { type AccountKind, type CheckReport, type Problem, problemOf } from "@inlay/agent-plugin/Account"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Settings } from "../client/settings.ts"
import type { RateLimits } from "../schema/RateLimits.ts"
import type { Repository, RepositoryName } from "../schema/Repository.ts"
import { grantedScopes, hasOneOf } from "../wire/reasons/rights.ts"
import { settingsOf } from "./settings.ts"

/** The requests that the check sends. */
export interface Questions {
  /** Who the token belongs to, with the headers of the response. */
  readonly identity: Effect.Effect<
    { readonly login: string; readonly headers: Readonly<Record<string, string>> },
    ProviderError
  >
  readonly repository: (name: RepositoryName) => Effect.Effect<Pick<Repository, "permissions">, ProviderError>
  /** `GET /rate_limit`. */
  readonly limits: Effect.Effect<RateLimits, ProviderError>
}

/**
 * The scopes that groups of steps need from a classic token or a sign-in: the named one, another one of the list, or one
 * that includes it.
 */
const GROUPS: ReadonlyArray<readonly [steps: string, scopes: ReadonlyArray<string>, writes: boolean]> = [
  ["Repositories, branches, issues, pull requests and workflow runs", ["repo", "public_repo"], false],
  ["Changing workflow files", ["workflow"], true],
  ["Creating and updating gists", ["gist"], true],
  ["Update Project (V2) Item Status", ["project"], true],
  ["Reviews by teams", ["read:org"], false]
]

const missingScopes = (scopes: ReadonlyArray<string>, readOnly: boolean): ReadonlyArray<Problem> =>
  GROUPS.filter(([, needed, writes]) => !(readOnly && writes) && !hasOneOf(scopes, needed)).map(
    ([steps, [scope = ""]]) => ({
      what: `The token lacks the scope ${scope}. ${steps} will not work.`,
      remedy: { to: "grant", needs: `the scope ${scope}` }
    })
  )

/** Returns the rights that are missing in a repository that the account is limited to. */
const rightsIn = (
  { repository }: Questions,
  full: string,
  readOnly: boolean
): Effect.Effect<ReadonlyArray<Problem>> => {
  const [owner = "", repo = ""] = full.split("/")
  return Effect.match(repository({ owner, repo }), {
    onFailure: (error) => [{ ...problemOf(error), what: `${full}: ${error.reason.what}` }],
    // Permissions are those of a user. For an app they are all false, even that to read what was read.
    onSuccess: ({ permissions }) =>
      readOnly || permissions?.push !== false || permissions.pull === false
        ? []
        : [
            {
              what: `${full}: the token can read but not write, and the account is not read-only.`,
              remedy: { to: "ask", whom: "administrator", needs: "write access" }
            }
          ]
  })
}

const LIMITS: Readonly<Record<string, string>> = {
  core: "Rate limit",
  search: "Search limit",
  graphql: "GraphQL limit"
}

const limitsOf = ({ resources }: RateLimits): CheckReport["limits"] =>
  Object.entries(LIMITS).flatMap(([resource, label]) => {
    const limit = resources[resource]
    return limit === undefined ? [] : [{ label, value: `${limit.remaining} of ${limit.limit} left` }]
  })

/**
 * The header of each response to a token that ends: `2027-03-31 00:00:00 UTC`, or with an offset such as `+0900`.
 * https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/token-expiration-and-revocation
 */
export const END_HEADER = "github-authentication-token-expiration"

/** How long before its end a token is a problem. */
const WARNING_MILLIS = 7 * 86_400_000

const inspect = Effect.fnUntraced(function* (questions: Questions, { readOnly = false, repositories = [] }: Settings) {
  const { login, headers } = yield* questions.identity
  const scopes = grantedScopes(headers)
  const rights = (yield* Effect.forEach(repositories, (full) => rightsIn(questions, full, readOnly), {
    concurrency: 4
  })).flat()
  const rate = yield* Effect.result(questions.limits)
  const end = /^\d{4}-\d\d-\d\d/.exec(headers[END_HEADER] ?? "")?.[0]
  const isSoon = Date.parse(end ?? "") - (yield* Clock.currentTimeMillis) < WARNING_MILLIS
  const report: CheckReport = {
    ok: rights.length === 0,
    identity: login,
    scopes: scopes ?? [],
    limits: [
      ...(Result.isSuccess(rate) ? limitsOf(rate.success) : []),
      ...(end === undefined ? [] : [{ label: "Token ends", value: end }])
    ],
    problems: [
      ...rights,
      ...(isSoon ? [{ what: `The token ends on ${end}.`, remedy: { to: "renewKey" } as const }] : []),
      ...(scopes === undefined ? [] : missingScopes(scopes, readOnly))
    ]
  }
  return report
})

/**
 * Makes a check from a client's requests. Missing scopes are not a failure, because a token may be meant for some steps
 * only.
 */
export const checkBy = (
  clientOf: (settings: Settings) => Effect.Effect<Questions, ProviderError, Transport | Spend>
): AccountKind["check"] =>
  Effect.fnUntraced(function* (account) {
    const settings = yield* Effect.fromResult(settingsOf(account))
    return yield* inspect(yield* clientOf(settings), settings).pipe(
      Effect.catch((error) => Effect.succeed({ ok: false, scopes: [], limits: [], problems: [problemOf(error)] }))
    )
  })
