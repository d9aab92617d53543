import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import type { User } from "../schema/User.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { Collaborator } from "../wire/events/records.ts"
import { newAmong } from "./parts/cursors.ts"
import { texts } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { present, timeOf, type Fact } from "./parts/occurrences.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewCollaborator = Schema.Struct({
  ...eventFields,
  username: Schema.String,
  /** The collaborator's permission, if the service includes it. */
  permission: Schema.optionalKey(Schema.String)
})
type NewCollaborator = typeof NewCollaborator.Type

/**
 * The id has no time or counter: the service's event says neither when it happened nor whether the user was added
 * before.
 */
const factOf = (
  repository: string,
  user: User,
  at: string,
  { actor, permission }: { readonly actor?: string | undefined; readonly permission: string | null | undefined }
): Fact<NewCollaborator> => ({
  id: `${repository} ${user.id}`.toLowerCase(),
  at,
  data: { repository, ...present({ actor, permission, url: user.html_url }), username: user.login }
})

export const newCollaborator = repositoryTrigger<NewCollaborator>({
  id: "codehost_new_collaborator",
  title: "New collaborator",
  category: "Collaboration",
  description:
    "A user has become a collaborator of the repository, which is when they accept, not when they are invited. A user who is removed and added again does not count.",
  output: NewCollaborator,
  filters: {
    username: texts("collaborator", "Login of the collaborator", ({ username }) => username),
    permission: texts("permission", "e.g. admin, write, read", ({ permission }) => permission)
  },
  on: {
    member: ({ action, changes, member, repository, sender }, _watcher, receivedAt) =>
      action === "added" && member !== null
        ? factOf(repository.full_name, member, receivedAt ?? timeOf(repository.updated_at) ?? "", {
            actor: sender?.login,
            permission: changes?.role_name?.to ?? changes?.permission?.to
          })
        : undefined
  },
  pollFrom: { source: "collaborators", seconds: 300, needs: ["write access to the repository"] },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.map(
      readList({
        operation,
        // People who gain access through the organization are no collaborators; the service sends no event of them.
        endpoint: inRepository(where, "/collaborators?affiliation=direct&per_page=100"),
        item: Collaborator
      }),
      ({ items, at, ...read }) =>
        newAmong(
          cursor,
          items.map(({ value, raw }) => ({
            id: String(value.id),
            toOccurrence: () => occurrence(factOf(fullName(where), value, at, { permission: value.role_name }), raw)
          })),
          read
        )
    )
})
