import type { Watcher } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import type { Discussion, DiscussionComment } from "../schema/Discussion.ts"
import { bodyFields, eventFields } from "../schema/events/IssueEvent.ts"
import { fullName } from "../wire/endpoint.ts"
import { mentions } from "../wire/mentions.ts"
import { cutOnce, newSince, sinceOf, UNREADABLE } from "./parts/cursors.ts"
import { flag, number, texts } from "./parts/filters.ts"
import { present, textOf, type Fact } from "./parts/occurrences.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewDiscussionComment = Schema.Struct({
  ...eventFields,
  comment_id: Schema.Int,
  number: Schema.Int,
  /** Title of the discussion. */
  title: Schema.String,
  category: Schema.optionalKey(Schema.String),
  /** Whether the comment is a reply to another comment. */
  reply: Schema.Boolean,
  mentions_me: Schema.Boolean,
  ...bodyFields
})
type NewDiscussionComment = typeof NewDiscussionComment.Type

interface DiscussedComment {
  readonly discussion: Discussion
  readonly comment: DiscussionComment
}

const factOf = (
  repository: string,
  { comment, discussion }: DiscussedComment,
  { login }: Watcher
): Fact<NewDiscussionComment> => ({
  id: String(comment.id),
  at: comment.created_at,
  data: {
    repository,
    ...present({ actor: comment.user?.login, category: discussion.category?.name }),
    url: comment.html_url,
    comment_id: comment.id,
    number: discussion.number,
    title: discussion.title,
    reply: typeof comment.parent_id === "number",
    mentions_me: mentions(comment.body, login),
    ...textOf(comment.body)
  },
  causes: [comment.html_url]
})

/** Begins the key of a discussion in the cursor. */
const THREAD = "discussion "

export const newDiscussionComment = repositoryTrigger<NewDiscussionComment>({
  id: "codehost_new_discussion_comment",
  title: "New discussion comment",
  category: "Other",
  description: "Somebody has commented on a discussion, or replied to a comment there.",
  output: NewDiscussionComment,
  filters: {
    discussion_category: texts("category", "Of the discussion, e.g. Q&A", ({ category }) => category),
    number: number("number", (data) => data.number),
    reply: flag("It is a reply.", "It is not a reply.", ({ reply }) => reply),
    mentions_me: flag("It mentions the account.", "It does not mention the account.", (data) => data.mentions_me)
  },
  on: {
    discussion_comment: ({ action, repository, ...commented }, watcher) =>
      action === "created" ? factOf(repository.full_name, commented, watcher) : undefined
  },
  pollFrom: { source: "discussion comments" },
  poll: (where, { cursor, watcher, occurrence }) =>
    Effect.flatMap(CodeHost, ({ discussions }) =>
      Effect.map(
        discussions.newestComments({ ...where, ...present({ since: sinceOf(cursor) }) }),
        ({ items: threads, may_have_more, has_unreadable }) => {
          // A discussion in which something may be missing is reported once in each state.
          const longThreads = threads.filter((thread) => thread.may_have_more)
          const longKeys = longThreads.map(({ discussion, updated_at }) => `${THREAD}${discussion.id} ${updated_at}`)
          return newSince(cursor, {
            occurrences: threads.flatMap(({ discussion, comments }) =>
              comments.map((comment) => {
                const one = { discussion, comment }
                return occurrence(factOf(fullName(where), one, watcher), one)
              })
            ),
            ...cutOnce(cursor, may_have_more, has_unreadable ? [...longKeys, UNREADABLE] : longKeys)
          })
        }
      )
    )
})
