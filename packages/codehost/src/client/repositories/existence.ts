/**
 * Explains empty lists. The service returns an empty list if the query names something that does not exist, so one
 * cheap read checks for it. What no longer exists may still have records that the query's other filters leave out, so a
 * second read looks for any. If one of these reads fails, the list stays empty.
 */
import { nearest } from "@inlay/core-http/nearest"
import { invalid, type ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type { Remedy } from "@inlay/core-http/Remedy"
import * as Effect from "effect/Effect"

import type { RepositoryName } from "../../schema/Repository.ts"
import { RUN_EVENTS } from "../../schema/run-filters.ts"
import { fullName, trimSlashes, inRepository, segments, withQuery } from "../../wire/endpoint.ts"
import { fieldsOf } from "../../wire/reasons/service-words.ts"
import type { Http } from "../../wire/requests.ts"
import { providerError } from "../../wire/service.ts"

type Check = Effect.Effect<void, ProviderError>

const near = (
  name: string,
  names: ReadonlyArray<string>
): { readonly remedy: Remedy; readonly known?: ReadonlyArray<string> } => {
  const candidates = nearest(name, names)
  return candidates.length === 0
    ? { remedy: { to: "checkNames" } }
    : { remedy: { to: "chooseName", names: candidates }, known: candidates }
}

/** Returns the checks of an operation. Each fails if the named thing does not exist. */
export const existence = (http: Http, operation: string) => {
  const bodyOf = (endpoint: string) => Effect.map(http.call({ operation, method: "GET", endpoint }), ({ body }) => body)
  const isMissing = (endpoint: string) =>
    bodyOf(endpoint).pipe(
      Effect.as(false),
      Effect.catch(({ reason }) => Effect.succeed(reason._tag === "NotFound"))
    )
  const mayHaveItems = (endpoint: string) =>
    bodyOf(endpoint).pipe(
      Effect.map((body) => {
        const items = Array.isArray(body) ? body : fieldsOf(body)["workflow_runs"]
        return !Array.isArray(items) || items.length > 0
      }),
      Effect.catch(() => Effect.succeed(true))
    )
  /** @param records the list of what is left of it after it was deleted: one item is enough to say that it existed */
  const must = (endpoint: string, reason: Effect.Effect<Reason>, records?: string): Check =>
    Effect.gen(function* () {
      if (!(yield* isMissing(endpoint))) return
      if (records !== undefined && (yield* mayHaveItems(records))) return
      return yield* providerError(operation, yield* reason)
    })
  const notFound = (what: string): Effect.Effect<Reason> =>
    Effect.succeed({ _tag: "NotFound", what, remedy: { to: "checkNames" } })

  const branchNames = (repository: RepositoryName) =>
    bodyOf(withQuery(inRepository(repository, "/branches"), { per_page: 100 })).pipe(
      Effect.map((body) =>
        (Array.isArray(body) ? body : []).flatMap((one) => {
          const { name } = fieldsOf(one)
          return typeof name === "string" ? [name] : []
        })
      ),
      Effect.catch(() => Effect.succeed<ReadonlyArray<string>>([]))
    )

  return {
    branch: (repository: RepositoryName, branch: string): Check =>
      must(
        inRepository(repository, `/branches/${segments(branch)}`),
        Effect.map(branchNames(repository), (names) => ({
          _tag: "NotFound",
          what: `${fullName(repository)} has no branch ${branch}, and no record of one.`,
          ...near(branch, names)
        })),
        // Runs of a tag have its name in place of a branch's.
        withQuery(inRepository(repository, "/actions/runs"), { branch, per_page: 1 })
      ),
    user: (login: string): Check => must(`/users/${encodeURIComponent(login)}`, notFound(`There is no user ${login}.`)),
    commit: (repository: RepositoryName, sha: string): Check =>
      must(
        inRepository(repository, `/commits/${segments(sha)}`),
        notFound(`${fullName(repository)} has no commit ${sha}.`)
      ),
    path: (repository: RepositoryName, path: string, ref: string | undefined): Check =>
      must(
        withQuery(inRepository(repository, `/contents/${segments(trimSlashes(path))}`), { ref }),
        notFound(
          `${fullName(repository)} has never had ${trimSlashes(path)}${ref === undefined ? "" : ` on ${ref}`}. Paths begin at the root and are case-sensitive.`
        ),
        withQuery(inRepository(repository, "/commits"), { path: trimSlashes(path), sha: ref, per_page: 1 })
      ),
    event: (name: string): Check => {
      if (RUN_EVENTS.includes(name)) return Effect.void
      const message = `is not known to the service; similar: ${nearest(name, RUN_EVENTS).join(", ")}`
      return Effect.fail(invalid("codehost", operation, [{ field: "event", message }]))
    }
  }
}
