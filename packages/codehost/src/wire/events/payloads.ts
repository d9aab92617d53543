/** The payloads that triggers read, by the name of their event. */
import { commentPayload, reviewPayload } from "./comments.ts"
import { discussionCommentPayload, discussionPayload } from "./discussions.ts"
import { cardPayload, projectItemPayload } from "./projects.ts"
import { createPayload, pushPayload } from "./pushes.ts"
import { forkPayload, memberPayload, releasePayload, repositoryPayload, starPayload } from "./repositories.ts"
import { jobPayload, runPayload } from "./runs.ts"
import { issuePayload, pullRequestPayload } from "./threads.ts"

/** Each returns `undefined` if a body does not have the documented shape. */
export const payloads = {
  issues: issuePayload,
  pull_request: pullRequestPayload,
  issue_comment: commentPayload,
  pull_request_review_comment: commentPayload,
  pull_request_review: reviewPayload,
  discussion: discussionPayload,
  discussion_comment: discussionCommentPayload,
  push: pushPayload,
  create: createPayload,
  fork: forkPayload,
  star: starPayload,
  member: memberPayload,
  release: releasePayload,
  repository: repositoryPayload,
  workflow_run: runPayload,
  workflow_job: jobPayload,
  projects_v2_item: projectItemPayload,
  project_card: cardPayload
}

export type EventName = keyof typeof payloads
export type PayloadOf<E extends EventName> = NonNullable<ReturnType<(typeof payloads)[E]>>

/** What is made of the payloads of some events, by event. */
export type OfEvents<A, Rest extends ReadonlyArray<unknown> = []> = {
  readonly [E in EventName]?: (payload: PayloadOf<E>, ...rest: Rest) => A
}

/** Returns what is made of an event, or `undefined` if that is nothing, or its payload cannot be read. */
export const fromEvent = <A, Rest extends ReadonlyArray<unknown>>(
  makers: OfEvents<A, Rest>,
  { name, body }: { readonly name: string; readonly body: unknown },
  ...rest: Rest
): A | undefined => {
  if (!Object.hasOwn(makers, name)) return undefined
  const event = name as EventName
  const payload = payloads[event](body)
  return payload === undefined ? undefined : makers[event]?.(payload as never, ...rest)
}
