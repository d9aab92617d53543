import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { Repository } from "../schema/Repository.ts"
import { inRepository } from "../wire/endpoint.ts"
import { forkPayload } from "../wire/events/repositories.ts"
import { newSince, readUntil } from "./parts/cursors.ts"
import { readList } from "./parts/lists.ts"
import { occurrenceOf } from "./parts/occurrences.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const Fork = Schema.Struct({
  ...eventFields,
  /** `owner/repo` of the fork; `url` is the address of its page. */
  fork: Schema.String
})
type Fork = typeof Fork.Type

const occurrence = (repository: string, fork: Repository, raw?: unknown) =>
  occurrenceOf<Fork>("new_fork", {
    id: String(fork.id),
    at: fork.created_at ?? "",
    data: { repository, actor: fork.owner.login, url: fork.html_url, fork: fork.full_name },
    causes: [fork.html_url],
    raw
  })

export const newFork = repositoryTrigger<Fork>({
  id: "codehost_new_fork",
  title: "New fork",
  category: "Repository",
  description: "Somebody has forked the repository.",
  output: Fork,
  filters: inRepositoryFilters,
  events: ["fork"],
  match: ({ name, body }) => {
    const read = name === "fork" ? forkPayload(body) : undefined
    return read === undefined ? [] : [occurrence(read.repository.full_name, read.forkee)]
  },
  pollFrom: { source: "forks" },
  poll: (where, cursor) =>
    Effect.map(
      readList({
        operation: "codehost_new_fork",
        endpoint: inRepository(where, "/forks?sort=newest&per_page=100"),
        item: Repository,
        ...readUntil(cursor, (fork: Repository) => fork.created_at)
      }),
      (read) =>
        newSince(cursor, {
          ...read,
          occurrences: read.items
            .filter(({ value }) => typeof value.created_at === "string")
            .map(({ value, raw }) => occurrence(`${where.owner}/${where.repo}`, value, raw))
        })
    )
})
