import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { User } from "../schema/User.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { newAmong } from "./parts/cursors.ts"
import { SHOWN_TO, shown } from "./parts/hidden-people.ts"
import { readList } from "./parts/lists.ts"
import { present } from "./parts/occurrences.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewWatcher = Schema.Struct(eventFields)
type NewWatcher = typeof NewWatcher.Type

// The service's `watch` event means a star: https://docs.github.com/en/webhooks/webhook-events-and-payloads#watch
export const newWatcher = repositoryTrigger<NewWatcher>({
  id: "codehost_new_watcher",
  title: "New watcher",
  category: "Repository",
  description: "Somebody has started to watch the repository, to be notified of its events. Stars do not count.",
  output: NewWatcher,
  pollFrom: { source: "watchers", seconds: 300, needs: [SHOWN_TO] },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.map(
      shown(
        operation,
        where,
        "subscribers_count",
        readList({ operation, endpoint: inRepository(where, "/subscribers?per_page=100"), item: User })
      ),
      ({ items, at, ...read }) =>
        newAmong(
          cursor,
          items.map(({ value: { id, login, html_url }, raw }) => ({
            id: String(id),
            toOccurrence: (_, round) => {
              const data = { repository: fullName(where), actor: login, ...present({ url: html_url }) }
              return occurrence({ id: `${fullName(where)} ${id} ${round}`.toLowerCase(), at, data }, raw)
            }
          })),
          read
        )
    )
})
