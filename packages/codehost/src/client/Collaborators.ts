/** Collaborators of a repository. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { decoder } from "../internal/decoder.ts"
import { inRepository } from "../internal/endpoint.ts"
import { state } from "../internal/how-to-look.ts"
import { login, oneOf, repository } from "../internal/inputs.ts"
import { changed, done, method, one, type Http } from "../internal/methods.ts"
import { CollaboratorPermission, Invitation, Permission, type CollaboratorChange } from "../schema/Collaborator.ts"
import type { RepositoryName } from "./Repositories.ts"

/** Names a collaborator. */
export interface CollaboratorName extends RepositoryName {
  readonly username: string
}

/** Collaborators of a repository. */
export interface Collaborators {
  /** `GET /repos/{owner}/{repo}/collaborators/{username}/permission`. */
  readonly permission: (input: CollaboratorName) => Effect.Effect<CollaboratorPermission, ProviderError>
  /** `PUT /repos/{owner}/{repo}/collaborators/{username}`: invites, or changes who is one already. */
  readonly put: (
    input: CollaboratorName & { readonly permission: Permission }
  ) => Effect.Effect<CollaboratorChange, ProviderError>
  /** `DELETE /repos/{owner}/{repo}/collaborators/{username}`; also fine where the user is none. */
  readonly delete: (input: CollaboratorName) => Effect.Effect<{ readonly removed: true }, ProviderError>
}

const NAMED = { ...repository, username: login }

const at = (input: CollaboratorName, rest = "") =>
  inRepository(input, `/collaborators/${encodeURIComponent(input.username)}${rest}`)

export const make = (http: Http): Collaborators => {
  const invitation = decoder("collaborators.put", Invitation)
  return {
    permission: one(http, "collaborators.permission", NAMED, CollaboratorPermission, (input: CollaboratorName) => ({
      method: "GET",
      endpoint: at(input, "/permission")
    })),
    put: method(
      "collaborators.put",
      { ...NAMED, permission: oneOf(...Permission.literals) },
      Effect.fnUntraced(function* (input: CollaboratorName & { readonly permission: Permission }) {
        const answer = yield* http.call({
          operation: "collaborators.put",
          method: "PUT",
          endpoint: at(input),
          howToLook: state(`the permission of ${input.username}`, input),
          body: { permission: input.permission }
        })
        const change: CollaboratorChange =
          answer.status === 201
            ? { outcome: "invited", invitation: yield* changed(invitation(answer)) }
            : { outcome: "updated" }
        return change
      })
    ),
    delete: done(
      http,
      "collaborators.delete",
      NAMED,
      (input: CollaboratorName) => ({
        method: "DELETE",
        endpoint: at(input),
        howToLook: state(`the permission of ${input.username}`, input)
      }),
      () => ({ removed: true }) as const
    )
  }
}
