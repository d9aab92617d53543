import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { Commit } from "../schema/Commit.ts"
import { CommitEvent } from "../schema/events/PushEvent.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { isNewIn, isQueueBranch, refName } from "../wire/events/pushes.ts"
import { refs, texts } from "./parts/filters.ts"
import { readOne } from "./parts/lists.ts"
import { present, timeOf, type Fact } from "./parts/occurrences.ts"
import { ACTIVITY_SOURCE, activitySince, changedPaths, compared, isNone, pathsOf, pushFilters } from "./parts/pushes.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

/**
 * A commit is one occurrence, however many branches contain it. It is one more on each branch that gets it later, which
 * only subscriptions that filter by branch receive.
 */
const factOf = (data: Omit<CommitEvent, "distinct">, at: string, isDistinct: boolean): Fact<CommitEvent> => ({
  id: `${data.repository.toLowerCase()} ${data.sha}${isDistinct ? "" : ` ${data.branch}`}`,
  at,
  data: { ...data, ...(!isDistinct && { distinct: false as const }) },
  causes: [data.sha]
})

/** How many of the newest commits a cursor remembers, with the branch on which each was first seen. */
const MOST_SEEN = 300

const shortOf = (sha: string): string => sha.slice(0, 12)

const Cursor = Schema.fromJsonString(
  Schema.Struct({ list: Schema.String, seen: Schema.Array(Schema.Tuple([Schema.String, Schema.String])) })
)
const readCursor = Schema.decodeUnknownOption(Cursor)

export const newCommit = repositoryTrigger<CommitEvent>({
  id: "codehost_new_commit",
  title: "New commit",
  category: "Commit and branch",
  description:
    "A commit has been pushed to any branch: one event for each commit that the repository did not have; with a filter for branches, also for one that another branch had before. Of one push, a webhook reports 2,048 commits at most.",
  output: CommitEvent,
  filters: {
    ...pushFilters,
    branch: refs("branch", "Name or pattern, e.g. release/*", ({ branch }: CommitEvent) => branch),
    author: texts("author", "The author's login or name", ({ author }: CommitEvent) => author),
    message: texts("message", "e.g. fix:*", ({ message }: CommitEvent) => message)
  },
  isOutside: ({ branch }, { distinct }) =>
    branch === undefined && distinct === false
      ? "Another branch had the commit before; it is reported only if the filter branch is set."
      : undefined,
  on: {
    push: (push) => {
      const ref = refName(push.ref)
      if (ref?.type !== "branch" || isQueueBranch(ref.name)) return undefined
      const at = timeOf(push.repository.pushed_at)
      return push.commits.map((commit) =>
        factOf(
          {
            repository: push.repository.full_name,
            ...present({ actor: push.sender?.login, author: commit.author?.username ?? commit.author?.name }),
            paths: pathsOf(commit.added, commit.modified, commit.removed),
            url: commit.url,
            sha: commit.id,
            branch: ref.name,
            message: commit.message
          },
          at ?? commit.timestamp,
          isNewIn(push, commit)
        )
      )
    }
  },
  pollFrom: { source: ACTIVITY_SOURCE },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.gen(function* () {
      const before = Option.getOrUndefined(readCursor(cursor))
      const {
        occurrences: activities,
        skipped = 0,
        cursor: list,
        ...rest
      } = yield* activitySince(operation, where, before?.list ?? cursor)
      const firstBranches = new Map(before?.seen)
      const reported = new Set<string>()
      const skips: Array<number | "some"> = [skipped]
      const commits = yield* Effect.forEach(activities, ({ data: activity, raw }) =>
        Effect.gen(function* () {
          const ref = refName(activity.ref)
          if (ref?.type !== "branch" || isNone(activity.after)) return []
          const comparison = yield* compared(operation, where, activity)
          const fresh = (comparison?.commits ?? []).filter(({ sha }) => !reported.has(`${sha} ${ref.name}`))
          for (const { sha } of fresh) {
            reported.add(`${sha} ${ref.name}`)
            if (!firstBranches.has(shortOf(sha))) firstBranches.set(shortOf(sha), ref.name)
          }
          skips.push(comparison?.skipped ?? 0)
          // The response of a comparison does not say which files each commit changed.
          return yield* Effect.forEach(
            fresh,
            ({ sha }) =>
              Effect.map(readOne(operation, inRepository(where, `/commits/${sha}`), Commit), ({ value }) =>
                occurrence(
                  factOf(
                    {
                      repository: fullName(where),
                      ...present({
                        actor: activity.actor?.login,
                        author: value.author?.login ?? value.commit.author?.name,
                        paths: value.files && changedPaths(value.files),
                        url: value.html_url
                      }),
                      sha,
                      branch: ref.name,
                      message: value.commit.message
                    },
                    activity.timestamp,
                    firstBranches.get(shortOf(sha)) === ref.name
                  ),
                  raw
                )
              ),
            { concurrency: 4 }
          )
        })
      )
      const allSkipped = skips.reduce((sum, one) => (sum === "some" || one === "some" ? "some" : sum + one))
      const seen = [...firstBranches].slice(-MOST_SEEN)
      return {
        ...rest,
        cursor: JSON.stringify({ list, seen }),
        ...(allSkipped !== 0 && { skipped: allSkipped }),
        occurrences: commits.flat()
      }
    })
})
