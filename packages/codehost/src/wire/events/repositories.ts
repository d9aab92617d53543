/** Payloads about repositories themselves: stars, forks, members, releases and new repositories. */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { maybe } from "../../schema/maybe.ts"
import { Release } from "../../schema/Release.ts"
import { Repository } from "../../schema/Repository.ts"
import { User } from "../../schema/User.ts"
import { inRepository, payload, Sender } from "./Payload.ts"

/** Payload of `star` events; `starred_at` is null if the star was removed. */
export const starPayload = payload(Schema.Struct({ ...inRepository, starred_at: maybe(Schema.String), sender: User }))

/** A fork as events and lists return it. */
export const Fork = Schema.Struct({
  id: Schema.Int,
  full_name: Schema.String,
  html_url: Schema.String,
  owner: maybe(Sender),
  created_at: maybe(Schema.String)
})
export type Fork = typeof Fork.Type

/** Payload of `fork` events. */
export const forkPayload = payload(Schema.Struct({ ...inRepository, forkee: Fork }))

/**
 * Payload of `member` events: a user accepted an invitation or was added by the organization. The member is null if the
 * account was deleted.
 */
export const memberPayload = payload(
  Schema.Struct({
    ...inRepository,
    member: Schema.NullOr(User),
    changes: maybe(
      Schema.Struct({
        permission: maybe(Schema.Struct({ to: maybe(Schema.String) })),
        role_name: maybe(Schema.Struct({ to: maybe(Schema.String) }))
      })
    )
  })
)

/** Payload of `release` events. */
export const releasePayload = payload(
  Schema.Struct({
    ...inRepository,
    release: Schema.Struct({ ...Struct.omit(Release.fields, ["assets"]), created_at: maybe(Schema.String) })
  })
)

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
