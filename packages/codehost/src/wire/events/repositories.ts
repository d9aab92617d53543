/** Events of repositories themselves: stars, forks, members, releases, and repositories that are made. */
import * as Schema from "effect/Schema"

import { maybe } from "../../schema/maybe.ts"
import { Release } from "../../schema/Release.ts"
import { Repository } from "../../schema/Repository.ts"
import { User } from "../../schema/User.ts"
import { inRepository, payload, Sender } from "./Payload.ts"

/** `star`; `starred_at` is null where the star was taken away. */
export const starPayload = payload(Schema.Struct({ ...inRepository, starred_at: maybe(Schema.String), sender: User }))

/** `fork`. */
export const forkPayload = payload(Schema.Struct({ ...inRepository, forkee: Repository }))

/** `member`: a user accepted an invitation, or was added by the organization. */
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

/** `release`. */
export const releasePayload = payload(Schema.Struct({ ...inRepository, release: Release }))

/** `repository`. */
export const repositoryPayload = payload(
  Schema.Struct({ action: maybe(Schema.String), sender: maybe(Sender), repository: Repository })
)

/** One of `GET /repos/{owner}/{repo}/stargazers`, in the media type that says when. */
export const Stargazer = Schema.Struct({ starred_at: Schema.String, user: User })

/** One of `GET /repos/{owner}/{repo}/collaborators`. */
export const Collaborator = Schema.Struct({ ...User.fields, role_name: maybe(Schema.String) })
