/** Reads, adds, changes and removes collaborators of a repository. */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import {
  CollaboratorChange,
  CollaboratorName,
  CollaboratorPermission,
  Invitation,
  NewPermission
} from "../schema/Collaborator.ts"
import { inRepository } from "../wire/endpoint.ts"
import { state } from "../wire/look-at.ts"
import { afterChange, byStatus, byOutput, reader, type Http } from "../wire/requests.ts"
import { decoder, operation } from "../wire/service.ts"

/** Collaborators of a repository. */
export interface Collaborators {
  /** `GET /repos/{owner}/{repo}/collaborators/{username}/permission`. */
  readonly permission: (input: CollaboratorName) => Effect.Effect<CollaboratorPermission, ProviderError>
  /**
   * `PUT /repos/{owner}/{repo}/collaborators/{username}`: invites a user or changes the permission of a collaborator.
   */
  readonly put: (input: NewPermission) => Effect.Effect<CollaboratorChange, ProviderError>
  /** `DELETE /repos/{owner}/{repo}/collaborators/{username}`. Also succeeds if the user is not a collaborator. */
  readonly delete: (input: CollaboratorName) => Effect.Effect<{ readonly removed: true }, ProviderError>
}

export const permission = operation({
  name: "collaborators.permission",
  input: CollaboratorName,
  output: CollaboratorPermission
})

export const put = operation({ name: "collaborators.put", input: NewPermission, output: CollaboratorChange })

export const remove = operation({
  name: "collaborators.delete",
  input: CollaboratorName,
  output: Schema.Struct({ removed: Schema.Literal(true) })
})

const at = (input: CollaboratorName, rest = "") =>
  inRepository(input, `/collaborators/${encodeURIComponent(input.username)}${rest}`)

/** The service's own names of the permissions that have two. */
const NAMES: Readonly<Record<string, string>> = { pull: "read", push: "write" }

const withNotice = ({ permission: asked, username }: NewPermission, current: string) => {
  const isAsked = (NAMES[asked] ?? asked) === (NAMES[current] ?? current)
  return {
    permission: current,
    ...(!isAsked && {
      notice: `${username} has the permission ${current}, not ${asked}. In a user's repository the permission cannot be chosen; in an organization's, members and teams may have more.`
    })
  }
}

export const make = (http: Http): Collaborators => {
  const readInvitation = decoder(put.name, Invitation)
  const readPermission = reader(http, put.name, CollaboratorPermission)
  return {
    permission: byOutput(http, permission, (input) => ({ method: "GET", endpoint: at(input, "/permission") })),
    put: Operation.method(
      put,
      Effect.fnUntraced(function* (input: NewPermission) {
        const answer = yield* http.call({
          operation: put.name,
          method: "PUT",
          endpoint: at(input),
          lookAt: state(`the permission of ${input.username}`, input),
          body: { permission: input.permission }
        })
        if (answer.status !== 204) {
          const invitation = yield* afterChange(readInvitation(answer))
          const { permissions } = invitation
          const change: CollaboratorChange = {
            outcome: "invited",
            invitation,
            ...(permissions ? withNotice(input, permissions) : {})
          }
          return change
        }
        // The status says nothing of the permission, which cannot be set in every repository.
        const current = yield* Effect.result(readPermission({ method: "GET", endpoint: at(input, "/permission") }))
        const change: CollaboratorChange = {
          outcome: "updated",
          ...(current._tag === "Success"
            ? withNotice(input, current.success.role_name ?? current.success.permission)
            : { notice: "The service accepted the change; the user's permission could not be read." })
        }
        return change
      })
    ),
    delete: byStatus(
      http,
      remove,
      (input) => ({
        method: "DELETE",
        endpoint: at(input),
        lookAt: state(`the permission of ${input.username}`, input)
      }),
      { removed: true } as const
    )
  }
}
