import type { Watcher } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import type { Discussion } from "../schema/Discussion.ts"
import { bodyFields, eventFields } from "../schema/events/IssueEvent.ts"
import { fullName } from "../wire/endpoint.ts"
import { mentions } from "../wire/mentions.ts"
import { cutOnce, newSince, sinceOf, UNREADABLE } from "./parts/cursors.ts"
import { flag, texts } from "./parts/filters.ts"
import { present, textOf, type Fact } from "./parts/occurrences.ts"
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

const factOf = (repository: string, discussion: Discussion, { login }: Watcher): Fact<NewDiscussion> => ({
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
  causes: [discussion.html_url]
})

export const newDiscussion = repositoryTrigger<NewDiscussion>({
  id: "codehost_new_discussion",
  title: "New discussion",
  category: "Other",
  description: "A discussion has been opened in the repository.",
  output: NewDiscussion,
  filters: {
    discussion_category: texts("category", "Its name, e.g. Q&A", ({ category }) => category),
    mentions_me: flag("It mentions the account.", "It does not mention the account.", (data) => data.mentions_me)
  },
  on: {
    discussion: ({ action, discussion, repository }, watcher) =>
      action === "created" ? factOf(repository.full_name, discussion, watcher) : undefined
  },
  pollFrom: { source: "discussions" },
  poll: (where, { cursor, watcher, occurrence }) =>
    Effect.flatMap(CodeHost, ({ discussions }) =>
      Effect.map(
        discussions.newest({ ...where, ...present({ since: sinceOf(cursor) }) }),
        ({ items, may_have_more, has_unreadable }) =>
          newSince(cursor, {
            ...cutOnce(cursor, may_have_more, has_unreadable ? [UNREADABLE] : []),
            occurrences: items.map((one) => occurrence(factOf(fullName(where), one, watcher), one))
          })
      )
    )
})
