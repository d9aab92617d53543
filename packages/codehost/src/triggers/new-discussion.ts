import type { Watcher } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import type { Discussion } from "../schema/Discussion.ts"
import { bodyFields, eventFields } from "../schema/events/IssueEvent.ts"
import { mentions } from "../wire/mentions.ts"
import { cutOnce, newSince, sinceOf, UNREADABLE } from "./parts/cursors.ts"
import { flag, texts } from "./parts/filters.ts"
import { occurrenceOf, present, textOf } from "./parts/occurrences.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewDiscussion = Schema.Struct({
  ...eventFields,
  number: Schema.Int,
  title: Schema.String,
  category: Schema.optionalKey(Schema.String),
  mentions_me: Schema.Boolean,
  ...bodyFields
})
type NewDiscussion = typeof NewDiscussion.Type

const occurrence = (repository: string, discussion: Discussion, { login }: Watcher, raw?: unknown) =>
  occurrenceOf<NewDiscussion>("new_discussion", {
    id: String(discussion.id),
    at: discussion.created_at,
    data: {
      repository,
      ...present({ actor: discussion.user?.login, category: discussion.category?.name }),
      url: discussion.html_url,
      number: discussion.number,
      title: discussion.title,
      mentions_me: mentions(discussion.title, login) || mentions(discussion.body, login),
      ...textOf(discussion.body)
    },
    causes: [discussion.html_url],
    raw
  })

export const newDiscussion = repositoryTrigger<NewDiscussion>({
  id: "codehost_new_discussion",
  title: "New discussion",
  category: "Other",
  description: "A discussion has been opened in the repository.",
  output: NewDiscussion,
  filters: {
    ...inRepositoryFilters,
    discussion_category: texts("category", "Its name, e.g. Q&A", ({ category }) => category),
    mentions_me: flag("It mentions the account.", "It does not mention the account.", (data) => data.mentions_me)
  },
  on: {
    discussion: ({ action, discussion, repository }, watcher) =>
      action === "created" ? [occurrence(repository.full_name, discussion, watcher)] : []
  },
  pollFrom: { source: "discussions" },
  poll: (where, cursor, watcher) =>
    Effect.flatMap(CodeHost, ({ discussions }) =>
      Effect.map(
        discussions.newest({ ...where, ...present({ since: sinceOf(cursor) }) }),
        ({ items, may_have_more, has_unreadable }) =>
          newSince(cursor, {
            ...cutOnce(cursor, may_have_more, has_unreadable ? [UNREADABLE] : []),
            occurrences: items.map((one) => occurrence(`${where.owner}/${where.repo}`, one, watcher, one))
          })
      )
    )
})
