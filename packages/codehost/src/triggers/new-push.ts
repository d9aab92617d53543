import * as Effect from "effect/Effect"

import { PushEvent } from "../schema/events/PushEvent.ts"
import { fullName } from "../wire/endpoint.ts"
import { isQueueBranch, MOST_PUSHED, refName, type Activity } from "../wire/events/pushes.ts"
import { choice, flag, refs } from "./parts/filters.ts"
import { present, secondOf, timeOf, type Fact } from "./parts/occurrences.ts"
import { ACTIVITY_SOURCE, activitySince, changedPaths, compared, isNone, pathsOf, pushFilters } from "./parts/pushes.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NEWEST = 20

interface PushFacts {
  readonly repository: string
  readonly ref: string
  readonly before: string
  readonly after: string
  readonly forced: boolean
  readonly at: string
  /** Whether `at` is when it arrived here, because it gave no time of its own. */
  readonly isArrival?: boolean
  readonly actor: string | undefined
  readonly url?: string
  /** Absent if the service no longer has them. */
  readonly commits?: ReadonlyArray<{ readonly sha: string; readonly message: string }>
  /** Absent if the service does not give it. */
  readonly count?: number | undefined
  readonly paths: ReadonlyArray<string>
}

/**
 * The id includes the time, because a push between the same two commits may happen again. The time of arrival differs
 * between two hooks.
 */
const factOf = ({ actor, at, isArrival, commits, count, paths, ...push }: PushFacts): Fact<PushEvent> | undefined => {
  const ref = refName(push.ref)
  if (ref === undefined) return undefined
  return {
    id: `${push.repository.toLowerCase()} ${push.ref} ${push.before} ${push.after} ${isArrival === true ? "" : secondOf(at)}`,
    at,
    data: {
      repository: push.repository,
      ...present({ actor, url: push.url }),
      ref: push.ref,
      ref_type: ref.type,
      name: ref.name,
      before: push.before,
      after: push.after,
      created: isNone(push.before),
      deleted: isNone(push.after),
      forced: push.forced,
      ...present({ commit_count: count }),
      ...(commits !== undefined && { commits: commits.slice(-NEWEST), paths })
    },
    causes: isNone(push.after) ? [] : [push.after, ...(commits ?? []).map(({ sha }) => sha)]
  }
}

const factsOfActivity = (repository: string, activity: Activity) => ({
  repository,
  ref: activity.ref,
  before: activity.before,
  after: activity.after,
  forced: activity.activity_type === "force_push",
  at: activity.timestamp,
  actor: activity.actor?.login
})

export const newPush = repositoryTrigger<PushEvent>({
  id: "codehost_new_push",
  title: "New push",
  category: "Commit and branch",
  description:
    "Something was pushed: commits to a branch, a tag, a new branch, or a deletion (`created`, `deleted`, `forced` say which). A poll only sees branches.",
  output: PushEvent,
  filters: {
    ...pushFilters,
    branch: refs("branch", "Name or pattern, e.g. release/*", ({ name, ref_type }: PushEvent) =>
      ref_type === "branch" ? name : undefined
    ),
    ref_type: choice("kind of ref", ["branch", "tag"], ({ ref_type }: PushEvent) => ref_type),
    deleted: flag("It deleted the ref.", "It deleted nothing.", ({ deleted }: PushEvent) => deleted),
    created: flag("It created the ref.", "It did not create the ref.", ({ created }: PushEvent) => created),
    forced: flag("It was forced.", "It was not forced.", ({ forced }: PushEvent) => forced)
  },
  on: {
    push: ({ commits, pusher, repository, sender, ...push }, _watcher, receivedAt) => {
      if (isQueueBranch(push.ref)) return undefined
      const pushedAt = timeOf(repository.pushed_at)
      return factOf({
        repository: repository.full_name,
        ref: push.ref,
        before: push.before,
        after: push.after,
        forced: push.forced,
        at: pushedAt ?? receivedAt ?? "",
        isArrival: pushedAt === undefined,
        actor: sender?.login ?? pusher?.name ?? undefined,
        url: push.compare,
        commits: commits.map(({ id, message }) => ({ sha: id, message })),
        count: commits.length < MOST_PUSHED ? commits.length : undefined,
        paths: pathsOf(...commits.flatMap(({ added, modified, removed }) => [added, modified, removed]))
      })
    }
  },
  pollFrom: { source: ACTIVITY_SOURCE },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.gen(function* () {
      const { occurrences: activities, ...rest } = yield* activitySince(operation, where, cursor)
      const pushes = yield* Effect.forEach(activities, ({ data, raw }) => {
        const report = (more: Pick<PushFacts, "url" | "commits" | "count" | "paths">) => {
          const fact = factOf({ ...factsOfActivity(fullName(where), data), ...more })
          return fact === undefined ? [] : [occurrence(fact, raw)]
        }
        if (isNone(data.after)) return Effect.succeed(report({ commits: [], count: 0, paths: [] }))
        return Effect.map(compared(operation, where, data), (read) =>
          report({
            ...(read !== undefined && {
              ...present({ url: read.html_url }),
              count: read.total_commits,
              commits: read.commits.map(({ sha, commit }) => ({ sha, message: commit.message }))
            }),
            paths: changedPaths(read?.files)
          })
        )
      })
      return { ...rest, occurrences: pushes.flat() }
    })
})
