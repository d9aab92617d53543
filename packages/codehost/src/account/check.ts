/** Checks a token: its owner, the rights that it lacks, and what is left of its rate limits. Free. */
import { type AccountKind, type CheckReport, type Problem, problemOf } from "@inlay/agent-plugin/Account"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as Client from "../client/CodeHost.ts"
import type { Settings } from "../client/settings.ts"
import type { RateLimits } from "../schema/RateLimits.ts"
import { Identity } from "../schema/User.ts"
import { decoder } from "../wire/decoder.ts"
import { hasOneOf, scopesOf } from "../wire/reasons/rights.ts"
import { settingsOf } from "./settings.ts"

/** The scopes of a classic token or a sign-in that each group of steps needs, one of each list, or one that includes it. */
const GROUPS: ReadonlyArray<{
  readonly steps: string
  readonly scopes: ReadonlyArray<string>
  readonly writes: boolean
}> = [
  {
    steps: "Repositories, branches, issues, pull requests and workflow runs",
    scopes: ["repo", "public_repo"],
    writes: false
  },
  { steps: "Changing workflow files", scopes: ["workflow"], writes: true },
  { steps: "Creating and updating gists", scopes: ["gist"], writes: true },
  { steps: "Update Project (V2) Item Status", scopes: ["project"], writes: true },
  { steps: "Reviews by teams", scopes: ["read:org"], writes: false }
]

const missingScopes = (scopes: ReadonlyArray<string>, readOnly: boolean): ReadonlyArray<Problem> =>
  GROUPS.filter((group) => !(readOnly && group.writes) && !hasOneOf(scopes, group.scopes)).map(
    ({ steps, scopes: [scope = ""] }) => ({
      what: `The token lacks the scope ${scope}. ${steps}: not with this token.`,
      remedy: { to: "grant", needs: `the scope ${scope}` }
    })
  )

/** What is missing in a repository that the account is limited to. */
const rightsIn = (
  client: Client.CodeHostClient,
  full: string,
  readOnly: boolean
): Effect.Effect<ReadonlyArray<Problem>> => {
  const [owner = "", repo = ""] = full.split("/")
  return Effect.match(client.repositories.get({ owner, repo }), {
    onFailure: (error) => [{ ...problemOf(error), what: `${full}: ${error.reason.what}` }],
    onSuccess: ({ permissions }) =>
      readOnly || permissions?.push !== false
        ? []
        : [
            {
              what: `${full}: the token may read, but not write, and the account is not read-only.`,
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

const identity = decoder("check", Identity)

const inspect = Effect.fnUntraced(function* (
  client: Client.CodeHostClient,
  { readOnly = false, repositories = [] }: Settings
) {
  const answer = yield* client.call({ operation: "check", method: "GET", endpoint: "/user" })
  const { login } = yield* identity(answer)
  // A token with permissions has an empty list of scopes, which means nothing.
  const grantedScopes = scopesOf(answer.headers)
  const scopes = answer.headers["x-accepted-github-permissions"] === undefined ? grantedScopes : undefined
  const rights = (yield* Effect.forEach(repositories, (full) => rightsIn(client, full, readOnly), {
    concurrency: 4
  })).flat()
  const rate = yield* Effect.result(client.limits({}))
  const report: CheckReport = {
    ok: rights.length === 0,
    identity: login,
    scopes: scopes ?? [],
    limits: Result.isSuccess(rate) ? limitsOf(rate.success) : [],
    problems: [...rights, ...(scopes === undefined ? [] : missingScopes(scopes, readOnly))]
  }
  return report
})

const reportOf = (error: ProviderError): CheckReport => ({
  ok: false,
  scopes: [],
  limits: [],
  problems: [problemOf(error)]
})

/** The account's check. Missing scopes are no failure: a token may be meant for some of the steps only. */
export const check: AccountKind["check"] = Effect.fnUntraced(function* (account) {
  const settings = yield* Effect.fromResult(settingsOf(account))
  return yield* inspect(yield* Client.make(settings), settings).pipe(
    Effect.catch((error) => Effect.succeed(reportOf(error)))
  )
})
