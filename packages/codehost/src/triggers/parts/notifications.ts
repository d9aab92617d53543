/** Texts in the threads that the account is notified of because somebody mentions it there. */
import type { Polled } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { CodeHost } from "../../client/CodeHost.ts"
import { Issue } from "../../schema/Issue.ts"
import { maybe } from "../../schema/maybe.ts"
import { inRepository, withQuery } from "../../wire/endpoint.ts"
import { ThreadComment } from "../../wire/events/records.ts"
import type { CommentList } from "./comments.ts"
import { lookFrom, newSince, readUntil, sinceOf } from "./cursors.ts"
import { ifThere, readList, readOne } from "./lists.ts"
import { reviewsOf } from "./reviews.ts"
import { asOccurrence, ofComment, ofReview, ofThread, type AuthoredText } from "./texts.ts"

/** https://docs.github.com/en/rest/activity/notifications: the endpoint refuses fine-grained tokens. */
const Thread = Schema.Struct({
  id: Schema.String,
  reason: Schema.String,
  updated_at: Schema.String,
  repository: Schema.Struct({ full_name: Schema.String }),
  subject: Schema.Struct({ title: Schema.String, url: maybe(Schema.String), type: Schema.String })
})

/** Begins the id of a mention that is somewhere in a thread, whose texts are not read. */
const WHOLE_THREAD = "thread "

/** Returns the number of a thread that is an issue or a pull request. */
const numberOf = ({ subject }: typeof Thread.Type): number | undefined => {
  const [, digits] = /\/(?:issues|pulls)\/(\d+)$/.exec(subject.url ?? "") ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Reads the text of a thread itself, the comments added since the given time, and the reviews of a pull request. */
const textsOfThread = Effect.fnUntraced(function* (
  operation: string,
  full: string,
  number: number,
  since: string | undefined
) {
  const [owner = "", repo = ""] = full.split("/")
  const where = { owner, repo }
  const { value: issue, raw } = yield* readOne(operation, inRepository(where, `/issues/${number}`), Issue)
  const commentsOf = (list: CommentList, path: string) =>
    Effect.map(
      readList({
        operation,
        endpoint: withQuery(inRepository(where, path), { since, per_page: 100 }),
        item: ThreadComment
      }),
      ({ items }) => items.map((one) => asOccurrence(ofComment(full, list, one.value), one.raw))
    )
  return [
    asOccurrence(ofThread(full, issue, Boolean(issue.pull_request)), raw),
    ...(yield* commentsOf("issue_comment", `/issues/${number}/comments`)),
    ...(issue.pull_request
      ? [
          ...(yield* commentsOf("pull_request_review_comment", `/pulls/${number}/comments`)),
          ...(yield* reviewsOf(operation, where, number)).map((one) =>
            asOccurrence(ofReview(full, issue, one.value), one.raw)
          )
        ]
      : [])
  ]
})

/** Polls the notifications for threads that mention the account, and returns the texts in them that do. */
export const notificationTexts = (
  operation: string,
  cursor: string | undefined,
  isMention: (text: AuthoredText) => boolean
): Effect.Effect<Polled<AuthoredText>, ProviderError, CodeHost> =>
  Effect.gen(function* () {
    const since = sinceOf(cursor)
    const read = yield* readList({
      operation,
      endpoint: "/notifications?all=true&per_page=100",
      item: Thread,
      ...readUntil(cursor, (thread: typeof Thread.Type) => thread.updated_at)
    })
    const listedAt = read.items.map(({ value }) => value.updated_at)
    const from = lookFrom(cursor, listedAt)
    const moving = read.items.filter(
      ({ value }) =>
        value.reason === "mention" &&
        // Of the others, the first poll notes which are not new.
        (Date.parse(value.updated_at) >= from || (cursor === undefined && numberOf(value) === undefined))
    )
    const texts = yield* Effect.forEach(moving, ({ value, raw }) => {
      const { id, repository, subject, updated_at } = value
      const number = numberOf(value)
      if (number !== undefined) {
        // If nothing was listed before, the earlier texts of a thread may be years old.
        const oldest = from > 0 ? from : lookFrom(undefined, [updated_at])
        return Effect.map(ifThere(textsOfThread(operation, repository.full_name, number, since)), (all = []) =>
          all.filter(({ at }) => Date.parse(at) >= oldest)
        )
      }
      // For discussions and commits, the service only says that the account is mentioned, and goes on saying so with
      // every later comment.
      const text: AuthoredText = {
        id: `${WHOLE_THREAD}${id}`,
        at: updated_at,
        repository: repository.full_name,
        actor: undefined,
        url: undefined,
        on: subject.type === "Discussion" ? "discussion" : "other",
        title: subject.title,
        body: undefined
      }
      return Effect.succeed([{ ...asOccurrence(text, raw), isKnown: true }])
    })
    const mentioning = texts.flat().filter((one) => "isKnown" in one || isMention(one.data))
    return newSince(cursor, {
      ...read,
      occurrences: mentioning,
      listedAt,
      examinedAt: listedAt,
      isOnce: (key) => key.startsWith(WHOLE_THREAD)
    })
  })
