import * as Effect from "effect/Effect"

import { Commit } from "../schema/Commit.ts"
import { CommitEvent } from "../schema/events/PushEvent.ts"
import { inRepository } from "../wire/endpoint.ts"
import { timeOf } from "../wire/events/Payload.ts"
import { pushPayload, refName } from "../wire/events/pushes.ts"
import { refs, texts } from "./parts/filters.ts"
import { readOne } from "./parts/lists.ts"
import { occurrenceOf, present } from "./parts/occurrences.ts"
import { ACTIVITY_SOURCE, activitySince, compared, isNone, pathsOf, pushFilters } from "./parts/pushes.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const TRIGGER = "new_commit"

interface CommitFacts {
  readonly repository: string
  readonly branch: string
  readonly sha: string
  readonly message: string
  readonly at: string
  readonly url: string | null | undefined
  readonly actor: string | undefined
  readonly author: string | null | undefined
  readonly paths: ReadonlyArray<string> | undefined
  readonly raw?: unknown
}

/** A commit is one occurrence, however many branches contain it. */
const occurrence = ({ repository, branch, sha, message, at, url, actor, author, paths, raw }: CommitFacts) =>
  occurrenceOf<CommitEvent>(TRIGGER, {
    id: `${repository.toLowerCase()} ${sha}`,
    at,
    data: { repository, ...present({ actor, author, paths, url }), sha, branch, message },
    causes: [sha],
    raw
  })

export const newCommit = repositoryTrigger<CommitEvent>({
  id: "codehost_new_commit",
  title: "New commit",
  category: "Commit and branch",
  description:
    "A commit has been pushed to any branch: one event for each commit that the repository did not have. Of one push, a webhook reports 2,048 commits at most.",
  output: CommitEvent,
  filters: {
    ...pushFilters,
    branch: refs("branch", "Name or pattern, e.g. release/*", ({ branch }: CommitEvent) => branch),
    author: texts("author", "The author's login or name", ({ author }: CommitEvent) => author),
    message: texts("message", "e.g. fix:*", ({ message }: CommitEvent) => message)
  },
  events: ["push"],
  match: ({ name, body }) => {
    const read = name === "push" ? pushPayload(body) : undefined
    const ref = read === undefined ? undefined : refName(read.ref)
    if (read === undefined || ref?.type !== "branch") return []
    const at = timeOf(read.repository.pushed_at)
    return read.commits
      .filter(({ distinct }) => distinct !== false)
      .map((commit) =>
        occurrence({
          repository: read.repository.full_name,
          branch: ref.name,
          sha: commit.id,
          message: commit.message,
          at: at ?? commit.timestamp,
          url: commit.url,
          actor: read.sender?.login,
          author: commit.author?.username ?? commit.author?.name,
          paths: pathsOf(commit.added, commit.modified, commit.removed)
        })
      )
  },
  pollFrom: { source: ACTIVITY_SOURCE },
  poll: (where, cursor) =>
    Effect.gen(function* () {
      const operation = `codehost_${TRIGGER}`
      const { occurrences: activities, skipped = 0, ...rest } = yield* activitySince(operation, where, cursor)
      const reportedShas = new Set<string>()
      const skips: Array<number | "some"> = [skipped]
      const commits = yield* Effect.forEach(activities, ({ data: activity, raw }) =>
        Effect.gen(function* () {
          const ref = refName(activity.ref)
          if (ref?.type !== "branch" || isNone(activity.after)) return []
          const comparison = yield* compared(operation, where, activity)
          const fresh = (comparison?.commits ?? []).filter(({ sha }) => !reportedShas.has(sha))
          for (const { sha } of fresh) reportedShas.add(sha)
          skips.push(comparison?.skipped ?? 0)
          // The response of a comparison does not say which files each commit changed.
          return yield* Effect.forEach(
            fresh,
            ({ sha }) =>
              Effect.map(readOne(operation, inRepository(where, `/commits/${sha}`), Commit), ({ value }) =>
                occurrence({
                  repository: `${where.owner}/${where.repo}`,
                  branch: ref.name,
                  sha,
                  message: value.commit.message,
                  at: activity.timestamp,
                  url: value.html_url,
                  actor: activity.actor?.login,
                  author: value.author?.login ?? value.commit.author?.name,
                  paths: value.files ? pathsOf(value.files.map(({ filename }) => filename)) : undefined,
                  raw
                })
              ),
            { concurrency: 4 }
          )
        })
      )
      const allSkipped = skips.reduce((sum, one) => (sum === "some" || one === "some" ? "some" : sum + one))
      return { ...rest, ...(allSkipped !== 0 && { skipped: allSkipped }), occurrences: commits.flat() }
    })
})
