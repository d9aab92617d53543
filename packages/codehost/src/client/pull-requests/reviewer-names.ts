/**
 * Checks, before anything is written, that the requested reviewers are collaborators and teams of the repository. If
 * the token may not list them, the names are accepted unchecked.
 */
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import type { RepositoryName } from "../../schema/Repository.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { readAll } from "../../wire/lists.ts"
import type { Http } from "../../wire/requests.ts"

interface ReviewerNames extends RepositoryName {
  readonly reviewers: ReadonlyArray<string>
  readonly team_reviewers: ReadonlyArray<string>
}

/** Maximum number of reviewers of a pull request. The account's own limit on concurrent requests also applies. */
const REVIEWERS_AT_ONCE = 15

const Team = Schema.Struct({ slug: Schema.String })

/** Makes a function that fails with `Invalid` and names every unknown login and slug. */
export const reviewerNames = (http: Http, operation: string) => {
  const allTeams = readAll(http, operation, {
    item: Team,
    endpoint: (input: RepositoryName) => inRepository(input, "/teams")
  })

  /** https://docs.github.com/en/rest/collaborators/collaborators: 204 or 404; 403 if the account may not push. */
  const isCollaborator = (input: RepositoryName, login: string): Effect.Effect<boolean, ProviderError> =>
    http.call({ operation, method: "GET", endpoint: inRepository(input, `/collaborators/${login}`) }).pipe(
      Effect.as(true),
      Effect.catch((error) => {
        const { _tag } = error.reason
        return _tag === "NotFound" || _tag === "Forbidden" ? Effect.succeed(_tag === "Forbidden") : Effect.fail(error)
      })
    )

  /** Slugs in lower case, or `undefined` if the token may not list the teams or the owner is not an organization. */
  const teamsOf = (input: RepositoryName) =>
    allTeams(input).pipe(
      Effect.map((all) => new Set(all.map(({ slug }) => slug.toLowerCase()))),
      Effect.catch((error) =>
        error.reason._tag === "NotFound" || error.reason._tag === "Forbidden"
          ? Effect.succeed(undefined)
          : Effect.fail(error)
      )
    )

  return Effect.fnUntraced(function* ({ owner, repo, reviewers, team_reviewers }: ReviewerNames) {
    const input = { owner, repo }
    // Apps can review without being collaborators.
    const logins = [...new Set(reviewers)].filter((login) => !login.endsWith("[bot]"))
    const unknownLogins = yield* Stream.fromIterable(logins).pipe(
      Stream.mapEffect((login) => Effect.map(isCollaborator(input, login), (isOne) => (isOne ? [] : [login])), {
        concurrency: REVIEWERS_AT_ONCE
      }),
      Stream.flattenIterable,
      Stream.runCollect
    )
    const slugs = team_reviewers.length === 0 ? undefined : yield* teamsOf(input)
    const problems: ReadonlyArray<FieldError> = [
      ...unknownLogins.map((login) => ({
        field: "reviewers",
        message: `${login} is not a collaborator of ${owner}/${repo}`
      })),
      ...team_reviewers
        .filter((slug) => slugs?.has(slug.toLowerCase()) === false)
        .map((slug) => ({ field: "team_reviewers", message: `${slug} is not a team of ${owner}/${repo}` }))
    ]
    if (problems.length === 0) return
    // If the repository does not exist, nobody is its collaborator; fail with its 404 in that case.
    yield* http.call({ operation, method: "GET", endpoint: inRepository(input) })
    return yield* Effect.fail(invalid("codehost", operation, problems))
  })
}
