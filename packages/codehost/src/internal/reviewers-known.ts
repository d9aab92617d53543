/**
 * Whether a repository knows the reviewers that are to be asked, found out before anything is written. Where the token may
 * not ask who there is, they are taken as given.
 */
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { lists } from "../client/pages.ts"
import type { RepositoryName } from "../client/Repositories.ts"
import { inRepository } from "./endpoint.ts"
import type { Http } from "./methods.ts"

interface Named extends RepositoryName {
  readonly reviewers: ReadonlyArray<string>
  readonly team_reviewers: ReadonlyArray<string>
}

const Team = Schema.Struct({ slug: Schema.String })

/** Fails as `Invalid` with every login and slug that is not known. */
export const reviewersKnown = (http: Http, operation: string) => {
  const teams = lists<RepositoryName, typeof Team.Type>(http, {
    operation,
    rules: {},
    item: Team,
    endpoint: (input) => inRepository(input, "/teams")
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

  /** Slugs in lower case; `undefined` where the token may not ask, or the owner is no organization. */
  const teamsOf = (input: RepositoryName) =>
    Stream.runCollect(teams.list(input).items).pipe(
      Effect.map((all) => new Set(all.map(({ slug }) => slug.toLowerCase()))),
      Effect.catch((error) =>
        error.reason._tag === "NotFound" || error.reason._tag === "Forbidden"
          ? Effect.succeed(undefined)
          : Effect.fail(error)
      )
    )

  return Effect.fnUntraced(function* ({ owner, repo, reviewers, team_reviewers }: Named) {
    const input = { owner, repo }
    const strangers = yield* Effect.filter(
      // Apps review without being collaborators.
      [...new Set(reviewers)].filter((login) => !login.endsWith("[bot]")),
      (login) => Effect.map(isCollaborator(input, login), (known) => !known),
      { concurrency: "unbounded" }
    )
    const known = team_reviewers.length === 0 ? undefined : yield* teamsOf(input)
    const wrong: ReadonlyArray<FieldError> = [
      ...strangers.map((login) => ({ field: "reviewers", message: `${login} is no collaborator of ${owner}/${repo}` })),
      ...team_reviewers
        .filter((slug) => known?.has(slug.toLowerCase()) === false)
        .map((slug) => ({ field: "team_reviewers", message: `${slug} is no team of ${owner}/${repo}` }))
    ]
    if (wrong.length === 0) return
    // Of a repository that is not there nobody is a collaborator.
    yield* http.call({ operation, method: "GET", endpoint: inRepository(input) })
    return yield* Effect.fail(invalid("codehost", operation, wrong))
  })
}
