/** Polls for pushes: the repository's list of activities, and the commits between two commits of a branch. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { ChangedFile, Commit } from "../../schema/Commit.ts"
import { maybe } from "../../schema/maybe.ts"
import { inRepository, withQuery } from "../../wire/endpoint.ts"
import { Activity, isQueueBranch } from "../../wire/events/pushes.ts"
import { newSince, readUntil } from "./cursors.ts"
import { paths, type Filters } from "./filters.ts"
import { ifThere, readList, readOne } from "./lists.ts"
import type { PolledRepository } from "./targets.ts"

export const ACTIVITY_SOURCE = "activity"

/** Maximum number of changed paths in an event. */
const MAX_PATHS = 300

/** Whether a hash is all zeros, which means that there is no commit. */
export const isNone = (sha: string): boolean => /^0+$/.test(sha)

/** Reads the activities on the repository's branches since the previous poll, except on those of a merge queue. */
export const activitySince = (operation: string, where: PolledRepository, cursor: string | undefined) =>
  Effect.map(
    readList({
      operation,
      endpoint: inRepository(where, "/activity?per_page=100"),
      item: Activity,
      ...readUntil(cursor, (activity: Activity) => activity.timestamp)
    }),
    (read) => {
      const polled = newSince(cursor, {
        ...read,
        occurrences: read.items.map(({ value, raw }) => ({
          key: String(value.id),
          at: value.timestamp,
          data: value,
          raw
        }))
      })
      return { ...polled, occurrences: polled.occurrences.filter(({ data }) => !isQueueBranch(data.ref)) }
    }
  )

const Comparison = Schema.Struct({
  html_url: Schema.String,
  total_commits: Schema.Int,
  commits: Schema.Array(Commit),
  files: maybe(Schema.Array(ChangedFile))
})

const PER_PAGE = 100
/** With the first page, 3,000 commits of a push: more than the 2,048 that a push event has. */
const MAX_LATER_PAGES = 29

/** The commits of a push, oldest first, with the files that it changed if a comparison says so. */
export interface PushedCommits {
  readonly commits: ReadonlyArray<Commit>
  /** Absent if nobody can tell. */
  readonly total_commits?: number
  readonly html_url?: string
  readonly files?: ReadonlyArray<ChangedFile> | null | undefined
  /** How many of its commits were not read. `some` if nobody can tell how many. */
  readonly skipped: number | "some"
}

const comparedOf = (comparison: typeof Comparison.Type, commits: ReadonlyArray<Commit>): PushedCommits => ({
  ...comparison,
  commits,
  skipped: Math.max(0, comparison.total_commits - commits.length)
})

/** Reads the history of a commit: all commits of a push that shares none with what was there before. */
const historyOf = (operation: string, where: PolledRepository, sha: string) =>
  Effect.map(
    readList({
      operation,
      endpoint: withQuery(inRepository(where, "/commits"), { sha, per_page: PER_PAGE }),
      item: Commit,
      // So that it reads at most as many pages as back to a previous poll, and says if it is cut off.
      isEnd: () => false
    }),
    ({ items, isCut }): PushedCommits => ({
      commits: items.map(({ value }) => value).toReversed(),
      ...(isCut === true ? { skipped: "some" } : { total_commits: items.length, skipped: 0 })
    })
  )

/** The branches of a first push may be listed some seconds apart. */
const FIRST_PUSH_MILLIS = 60_000

/** Whether nothing was in the repository before this push. */
const isFirst = (operation: string, where: PolledRepository, { timestamp }: Activity) =>
  Effect.map(
    readList({
      operation,
      endpoint: inRepository(where, "/activity?direction=asc&per_page=1"),
      item: Activity,
      maxPages: 1
    }),
    ({ items: [first] }) =>
      first !== undefined && Date.parse(timestamp) - Date.parse(first.value.timestamp) < FIRST_PUSH_MILLIS
  )

const NO_COMMON_ANCESTOR = /no common ancestor/i

/**
 * Returns the commits of a push, oldest first; for a new branch, the commits that the default branch does not have. The
 * first push to a repository, and one without a common ancestor, has all commits of its history. Of too many, it leaves
 * out those after the first page (`skipped`), because the newest matter most. Returns `undefined` if the service no
 * longer has them, because they were overwritten by a force push.
 */
export const compared = (operation: string, where: PolledRepository, activity: Activity) =>
  Effect.gen(function* () {
    const { before, after, ref } = activity
    const from = isNone(before)
      ? (yield* readOne(operation, inRepository(where), Schema.Struct({ default_branch: Schema.String }))).value
          .default_branch
      : before
    if (ref === `refs/heads/${from}` && (yield* isFirst(operation, where, activity))) {
      return yield* ifThere(historyOf(operation, where, after))
    }
    const endpoint = inRepository(where, `/compare/${encodeURIComponent(from)}...${after}`)
    return yield* ifThere(
      Effect.gen(function* () {
        // Only the first page has the changed files.
        // https://docs.github.com/en/rest/commits/commits#compare-two-commits
        const { value, hasMore } = yield* readOne(operation, withQuery(endpoint, { per_page: PER_PAGE }), Comparison)
        if (!hasMore) return comparedOf(value, value.commits)
        const page = Math.max(2, Math.ceil(value.total_commits / PER_PAGE) - MAX_LATER_PAGES + 1)
        const { items } = yield* readList({
          operation,
          endpoint: withQuery(endpoint, { per_page: PER_PAGE, page }),
          key: "commits",
          item: Commit,
          maxPages: MAX_LATER_PAGES
        })
        return comparedOf(value, [...value.commits, ...items.map((one) => one.value)])
      }).pipe(
        Effect.catch((error) =>
          NO_COMMON_ANCESTOR.test(error.reason.what) ? historyOf(operation, where, after) : Effect.fail(error)
        )
      )
    )
  })

/** The paths of changed files. A renamed one has both, because webhooks report it as removed and added. */
export const changedPaths = (files: ReadonlyArray<ChangedFile> | null | undefined): ReadonlyArray<string> =>
  pathsOf(
    files?.flatMap(({ filename, previous_filename, status }) =>
      status === "renamed" && typeof previous_filename === "string" ? [previous_filename, filename] : [filename]
    )
  )

/** Joins lists of files, without duplicates and up to the maximum. */
export const pathsOf = (...lists: ReadonlyArray<ReadonlyArray<string> | null | undefined>): ReadonlyArray<string> =>
  [...new Set(lists.flatMap((list) => list ?? []))].slice(0, MAX_PATHS)

/** Filters for pushes and commits. */
export const pushFilters: Filters<{
  readonly repository: string
  readonly actor?: string
  readonly paths?: ReadonlyArray<string>
}> = {
  path: paths("path", "A changed file, or a pattern: src/**", (push) => push.paths)
}
