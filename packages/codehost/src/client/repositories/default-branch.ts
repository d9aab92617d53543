/** Reads the default branch of a repository from the service. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { inRepository } from "../../wire/endpoint.ts"
import { reader, type Http } from "../../wire/requests.ts"
import { providerError } from "../../wire/service.ts"

const Repository = Schema.Struct({ default_branch: Schema.optionalKey(Schema.NullOr(Schema.String)) })

/** Makes a function that reads the default branch, for an operation. */
export const defaultBranch = (http: Http, operation: string) => {
  const read = reader(http, operation, Repository)
  return Effect.fnUntraced(function* (repository: { readonly owner: string; readonly repo: string }) {
    const { default_branch } = yield* read({ method: "GET", endpoint: inRepository(repository) })
    if (typeof default_branch === "string" && default_branch !== "") return default_branch
    return yield* providerError(operation, {
      _tag: "NotFound",
      what: `${repository.owner}/${repository.repo} does not report its default branch, so the call must name a branch.`,
      remedy: { to: "correctInput" }
    })
  })
}
