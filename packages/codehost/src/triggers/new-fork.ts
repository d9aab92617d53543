import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { inRepository } from "../wire/endpoint.ts"
import { Fork } from "../wire/events/repositories.ts"
import { newSince, readUntil } from "./parts/cursors.ts"
import { readList } from "./parts/lists.ts"
import { occurrenceOf, present } from "./parts/occurrences.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewFork = Schema.Struct({
  ...eventFields,
  /** `owner/repo` of the fork; `url` is the address of its page. */
  fork: Schema.String
})
type NewFork = typeof NewFork.Type

const occurrence = (repository: string, fork: Fork, actor?: string, raw?: unknown) =>
  occurrenceOf<NewFork>("new_fork", {
    id: String(fork.id),
    at: fork.created_at ?? "",
    data: { repository, ...present({ actor: fork.owner?.login ?? actor }), url: fork.html_url, fork: fork.full_name },
    causes: [fork.html_url],
    raw
  })

export const newFork = repositoryTrigger<NewFork>({
  id: "codehost_new_fork",
  title: "New fork",
  category: "Repository",
  description: "Somebody has forked the repository.",
  output: NewFork,
  filters: inRepositoryFilters,
  on: {
    fork: ({ forkee, repository, sender }) => [occurrence(repository.full_name, forkee, sender?.login)]
  },
  pollFrom: { source: "forks" },
  poll: (where, cursor) =>
    Effect.map(
      readList({
        operation: "codehost_new_fork",
        endpoint: inRepository(where, "/forks?sort=newest&per_page=100"),
        item: Fork,
        ...readUntil(cursor, (fork: Fork) => fork.created_at)
      }),
      (read) =>
        newSince(cursor, {
          ...read,
          occurrences: read.items
            .filter(({ value }) => typeof value.created_at === "string")
            .map(({ value, raw }) => occurrence(`${where.owner}/${where.repo}`, value, undefined, raw))
        })
    )
})
