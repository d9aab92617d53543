/** Payloads about repositories themselves: stars, forks, members, releases and new repositories. */
import * as Schema from "effect/Schema"

import { maybe } from "../../schema/maybe.ts"
import { Release } from "../../schema/Release.ts"
import { Repository } from "../../schema/Repository.ts"
import { User } from "../../schema/User.ts"
import { inRepository, payload, Sender } from "./Payload.ts"

/** Payload of `star` events; `starred_at` is null if the star was removed. */
export const starPayload = payload(Schema.Struct({ ...inRepository, starred_at: maybe(Schema.String), sender: User }))

/** Payload of `fork` events. */
export const forkPayload = payload(Schema.Struct({ ...inRepository, forkee: Repository }))

/** Payload of `member` events: a user accepted an invitation or was added by the organization. */
export const memberPayload = payload(
  Schema.Struct({
    ...inRepository,
    member: User,
    changes: maybe(
      Schema.Struct({
        permission: maybe(Schema.Struct({ to: maybe(Schema.String) })),
        role_name: maybe(Schema.Struct({ to: maybe(Schema.String) }))
      })
    )
  })
)

/** Payload of `release` events. */
export const releasePayload = payload(Schema.Struct({ ...inRepository, release: Release }))

/** Payload of `repository` events. */
export const repositoryPayload = payload(
  Schema.Struct({ action: maybe(Schema.String), sender: maybe(Sender), repository: Repository })
)

/**
 * An item of `GET /repos/{owner}/{repo}/stargazers`, in the media type that includes `starred_at`. The user is null if
 * the account was deleted.
 */
export const Stargazer = Schema.Struct({ starred_at: Schema.String, user: Schema.NullOr(User) })

/** An item of `GET /repos/{owner}/{repo}/collaborators`. */
export const Collaborator = Schema.Struct({ ...User.fields, role_name: maybe(Schema.String) })
