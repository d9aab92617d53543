/**
 * Lists of people that the service hides. Since 2026-06-30 it lists a repository's stargazers and watchers to its admins
 * and collaborators only; others get an empty list, a 403 or a 404. https://github.blog/changelog/2026-06-30
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { CodeHost } from "../../client/CodeHost.ts"
import { maybe } from "../../schema/maybe.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { providerError } from "../../wire/service.ts"
import { readOne, type Reading } from "./lists.ts"
import type { PolledRepository } from "./targets.ts"

/** Who sees the lists. */
export const SHOWN_TO = "admin or collaborator of the repository"

const hiddenError = (operation: string, { owner, repo }: PolledRepository, people: string) =>
  providerError(operation, {
    _tag: "Forbidden",
    what: `The service lists the ${people} of ${owner}/${repo} to its admins and collaborators only.`,
    remedy: { to: "ask", whom: "administrator", needs: SHOWN_TO },
    needs: SHOWN_TO
  })

const PEOPLE = { stargazers_count: "stargazers", subscribers_count: "watchers" } as const

const Permissions = Schema.Struct({
  admin: Schema.optionalKey(Schema.Boolean),
  push: Schema.optionalKey(Schema.Boolean)
})

/**
 * Fails as `Forbidden` if a list is empty or missing although the repository's count says that there are people in it,
 * so that a poll does not take a hidden list for an empty one. Whoever may write sees the list: for them it is empty if
 * all in it are hidden, as suspended users are.
 */
export const shown = <A, R extends Reading<A>>(
  operation: string,
  where: PolledRepository,
  count: keyof typeof PEOPLE,
  list: Effect.Effect<R, ProviderError, CodeHost>
): Effect.Effect<R, ProviderError, CodeHost> =>
  Effect.gen(function* () {
    const read = yield* Effect.result(list)
    if (read._tag === "Success" ? read.success.items.length > 0 : read.failure.reason._tag !== "NotFound") {
      return yield* Effect.fromResult(read)
    }
    const repository = Schema.Struct({
      stargazers_count: maybe(Schema.Int),
      subscribers_count: maybe(Schema.Int),
      permissions: maybe(Permissions)
    })
    const { value } = yield* readOne(operation, inRepository(where), repository)
    const { admin = false, push = false } = value.permissions ?? {}
    return (value[count] ?? 0) > 0 && !admin && !push
      ? yield* hiddenError(operation, where, PEOPLE[count])
      : yield* Effect.fromResult(read)
  })
