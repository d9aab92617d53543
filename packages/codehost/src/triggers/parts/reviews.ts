/** Polls for submitted reviews, which the service lists only by pull request. */
import * as Effect from "effect/Effect"

import { PullRequest } from "../../schema/PullRequest.ts"
import { Review } from "../../schema/Review.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { lookFrom, readUntil } from "./cursors.ts"
import { readList } from "./lists.ts"
import type { PolledRepository } from "./targets.ts"

/** Reads the submitted reviews of a pull request. */
export const reviewsOf = (operation: string, where: PolledRepository, number: number) =>
  Effect.map(
    readList({
      operation,
      endpoint: inRepository(where, `/pulls/${number}/reviews?per_page=100`),
      item: Review
    }),
    ({ items }) => items.filter(({ value }) => value.submitted_at)
  )

/**
 * Reads the reviews of the pull requests that changed since the previous poll: a review updates the `updated_at` of its
 * pull request.
 */
export const reviewsSince = (operation: string, where: PolledRepository, cursor: string | undefined) =>
  Effect.gen(function* () {
    const { items: pulls, ...read } = yield* readList({
      operation,
      endpoint: inRepository(where, "/pulls?state=all&sort=updated&direction=desc&per_page=100"),
      item: PullRequest,
      ...readUntil(cursor, ({ updated_at }: PullRequest) => updated_at)
    })
    const listedAt = pulls.map(({ value }) => value.updated_at)
    const since = lookFrom(cursor, listedAt)
    const reviews = yield* Effect.forEach(
      pulls.filter(({ value }) => Date.parse(value.updated_at) >= since),
      ({ value: pull }) =>
        Effect.map(reviewsOf(operation, where, pull.number), (items) =>
          items.map(({ value: review, raw }) => ({ pull, review, raw }))
        ),
      { concurrency: 4 }
    )
    return { ...read, listedAt, examinedAt: listedAt, items: reviews.flat() }
  })
