import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { User } from "../schema/User.ts"
import { inRepository } from "../wire/endpoint.ts"
import { newAmong } from "./parts/cursors.ts"
import { SHOWN_TO, shown } from "./parts/hidden-people.ts"
import { readList } from "./parts/lists.ts"
import { occurrenceOf, present } from "./parts/occurrences.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const OPERATION = "codehost_new_watcher"

const NewWatcher = Schema.Struct(eventFields)
type NewWatcher = typeof NewWatcher.Type

// The service's `watch` event means a star: https://docs.github.com/en/webhooks/webhook-events-and-payloads#watch
export const newWatcher = repositoryTrigger<NewWatcher>({
  id: OPERATION,
  title: "New watcher",
  category: "Repository",
  description: "Somebody has started to watch the repository, to be notified of its events. Stars do not count.",
  output: NewWatcher,
  filters: inRepositoryFilters,
  pollFrom: { source: "watchers", seconds: 300, needs: [SHOWN_TO] },
  poll: (where, cursor) =>
    Effect.map(
      shown(
        OPERATION,
        where,
        "subscribers_count",
        readList({ operation: OPERATION, endpoint: inRepository(where, "/subscribers?per_page=100"), item: User })
      ),
      ({ items, at, ...read }) =>
        newAmong(
          cursor,
          items.map(({ value: user, raw }) => ({
            id: String(user.id),
            toOccurrence: (_, round) =>
              occurrenceOf("new_watcher", {
                id: `${where.owner}/${where.repo} ${user.id} ${round}`.toLowerCase(),
                at,
                data: {
                  repository: `${where.owner}/${where.repo}`,
                  actor: user.login,
                  ...present({ url: user.html_url })
                },
                causes: [],
                raw
              })
          })),
          read
        )
    )
})
