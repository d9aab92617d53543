/** Pushes: branches and tags that were created, moved or deleted, and the commits that were pushed. */
import * as Schema from "effect/Schema"

import { maybe } from "../../schema/maybe.ts"
import { User } from "../../schema/User.ts"

const Person = Schema.Struct({ name: maybe(Schema.String), username: maybe(Schema.String) })

const Names = maybe(Schema.Array(Schema.String))

/** A commit of a push. The author has no `username` if the commit's e-mail address belongs to no account. */
export const PushedCommit = Schema.Struct({
  id: Schema.String,
  /** True if no other branch had the commit before. */
  distinct: maybe(Schema.Boolean),
  message: Schema.String,
  timestamp: Schema.String,
  url: Schema.String,
  author: maybe(Person),
  committer: maybe(Person),
  added: Names,
  modified: Names,
  removed: Names
})
export type PushedCommit = typeof PushedCommit.Type

/**
 * The most commits that the payload of a `push` event lists.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#push
 */
export const MOST_PUSHED = 2048

/**
 * An item of `GET /repos/{owner}/{repo}/activity`.
 * https://docs.github.com/en/rest/repos/repos#list-repository-activities
 */
export const Activity = Schema.Struct({
  id: Schema.Int,
  before: Schema.String,
  after: Schema.String,
  ref: Schema.String,
  timestamp: Schema.String,
  /** `push`, `force_push`, `branch_creation`, `branch_deletion`, `pr_merge` or `merge_queue_merge`. */
  activity_type: Schema.String,
  actor: maybe(User)
})
export type Activity = typeof Activity.Type

/** Whether a branch is a temporary one of a merge queue, which nobody pushed. The parameter may be a full ref. */
export const isQueueBranch = (name: string): boolean => /^(refs\/heads\/)?gh-readonly-queue\//.test(name)

/** Who pushes what a merge queue has merged. */
const MERGE_QUEUE = "github-merge-queue[bot]"

/** Who commits what the service itself merges. */
const SERVICE = "web-flow"

interface PushAuthors {
  readonly sender?: { readonly login: string } | null
  readonly pusher?: { readonly name?: string | null } | null
}

/**
 * Whether a push brought a commit into the repository. The branch of a merge queue has the queue's own commits before
 * the branch into which they are merged, so they do not count as distinct there.
 */
export const isNewIn = ({ sender, pusher }: PushAuthors, { distinct, committer }: PushedCommit): boolean =>
  distinct !== false ||
  ((sender?.login === MERGE_QUEUE || pusher?.name === MERGE_QUEUE) && committer?.username === SERVICE)

/**
 * Parses a ref: `refs/heads/feature/a` is the branch `feature/a`. Returns `undefined` if it is neither a branch nor a
 * tag.
 */
export const refName = (ref: string): { readonly type: "branch" | "tag"; readonly name: string } | undefined => {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/s.exec(ref) ?? []
  return name === undefined ? undefined : { type: kind === "heads" ? "branch" : "tag", name }
}
