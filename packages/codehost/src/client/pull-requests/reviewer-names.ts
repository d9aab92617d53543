/**
 * Checks, before anything is written, that the requested reviewers are collaborators and teams of the repository. Names are
 * accepted unchecked where the token may not list them.
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

/** Reviewers that a pull request can have; the account's own limit of concurrent requests holds too. */
const REVIEWERS_AT_ONCE = 15

const Team = Schema.Struct({ slug: Schema.String })

/** Fails as `Invalid` with every unknown login and slug. */
export const reviewerNames = (http: Http, operation: string) => {
  const allTeams = readAll(http, operation, {
    item: Team,
    endpoint: (input: RepositoryName) => inRepository(input, "/teams")
  })

  /** https://docs.github.com/en/rest/collaborators/collaborators: 204, or 404; 403 without the right to push. */
  const isCollaborator = (input: RepositoryName, login: string): Effect.Effect<boolean, ProviderError> =>
    http.call({ operation, method: "GET", endpoint: inRepository(input, `/collaborators/${login}`) }).pipe(
      Effect.as(true),
      Effect.catch((error) => {
        const { _tag } = error.reason
        return _tag === "NotFound" || _tag === "Forbidden" ? Effect.succeed(_tag === "Forbidden") : Effect.fail(error)
      })
    )

  /** Slugs in lower case; `undefined` where the token may not list them, or the owner is no organization. */
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
        message: `${login} is no collaborator of ${owner}/${repo}`
      })),
      ...team_reviewers
        .filter((slug) => slugs?.has(slug.toLowerCase()) === false)
        .map((slug) => ({ field: "team_reviewers", message: `${slug} is no team of ${owner}/${repo}` }))
    ]
    if (problems.length === 0) return
    // Nobody is a collaborator of a repository that does not exist: then fail with its 404.
    yield* http.call({ operation, method: "GET", endpoint: inRepository(input) })
    return yield* Effect.fail(invalid("codehost", operation, problems))
  })
}
