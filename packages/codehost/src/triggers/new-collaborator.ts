import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import type { User } from "../schema/User.ts"
import { inRepository } from "../wire/endpoint.ts"
import { timeOf } from "../wire/events/Payload.ts"
import { Collaborator } from "../wire/events/repositories.ts"
import { newAmong } from "./parts/cursors.ts"
import { texts } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { occurrenceOf, present } from "./parts/occurrences.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
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
const occurrence = (
  repository: string,
  user: User,
  {
    actor,
    at,
    permission,
    raw
  }: {
    readonly actor?: string | undefined
    readonly at: string
    readonly permission: string | null | undefined
    readonly raw?: unknown
  }
) =>
  occurrenceOf<NewCollaborator>("new_collaborator", {
    id: `${repository} ${user.id}`.toLowerCase(),
    at,
    data: {
      repository,
      ...present({ actor, permission, url: user.html_url }),
      username: user.login
    },
    causes: [],
    raw
  })

export const newCollaborator = repositoryTrigger<NewCollaborator>({
  id: "codehost_new_collaborator",
  title: "New collaborator",
  category: "Collaboration",
  description:
    "A user has become a collaborator of the repository, which is when they accept, not when they are invited. A user who is removed and added again does not count.",
  output: NewCollaborator,
  filters: {
    ...inRepositoryFilters,
    username: texts("collaborator", "Login of the collaborator", ({ username }) => username),
    permission: texts("permission", "e.g. admin, write, read", ({ permission }) => permission)
  },
  on: {
    member: ({ action, changes, member, repository, sender }, _watcher, receivedAt) => {
      if (action !== "added" || member === null) return []
      return [
        occurrence(repository.full_name, member, {
          actor: sender?.login,
          at: receivedAt ?? timeOf(repository.updated_at) ?? "",
          permission: changes?.role_name?.to ?? changes?.permission?.to
        })
      ]
    }
  },
  pollFrom: { source: "collaborators", seconds: 300, needs: ["write access to the repository"] },
  poll: (where, cursor) =>
    Effect.map(
      readList({
        operation: "codehost_new_collaborator",
        // People who gain access through the organization are no collaborators; the service sends no event of them.
        endpoint: inRepository(where, "/collaborators?affiliation=direct&per_page=100"),
        item: Collaborator
      }),
      ({ items, at, ...read }) =>
        newAmong(
          cursor,
          items.map(({ value, raw }) => ({
            id: String(value.id),
            toOccurrence: () =>
              occurrence(`${where.owner}/${where.repo}`, value, { at, permission: value.role_name, raw })
          })),
          read
        )
    )
})
