import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { segments } from "../wire/endpoint.ts"
import { timeOf } from "../wire/events/Payload.ts"
import { isQueueBranch, refName } from "../wire/events/pushes.ts"
import { refs } from "./parts/filters.ts"
import { occurrenceOf, present, secondOf } from "./parts/occurrences.ts"
import { ACTIVITY_SOURCE, activitySince } from "./parts/pushes.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewBranch = Schema.Struct({
  ...eventFields,
  /** Includes slashes: `feature/a`. */
  branch: Schema.String,
  /** The commit that the branch started at; webhook events do not include it. */
  sha: Schema.optionalKey(Schema.String)
})
type NewBranch = typeof NewBranch.Type

interface CreatedBranch {
  readonly repository: string
  readonly branch: string
  readonly at: string
  readonly actor: string | undefined
  readonly url?: string
  readonly sha?: string
  readonly raw?: unknown
}

/** The time is part of the id: a branch that is deleted and created again is a new occurrence. */
const occurrence = ({ repository, branch, at, actor, url, sha, raw }: CreatedBranch) =>
  occurrenceOf<NewBranch>("new_branch", {
    id: `${repository.toLowerCase()} ${branch} ${secondOf(at)}`,
    at,
    data: { repository, ...present({ actor, sha, url }), branch },
    causes: [],
    raw
  })

export const newBranch = repositoryTrigger<NewBranch>({
  id: "codehost_new_branch",
  title: "New branch",
  category: "Commit and branch",
  description: "A branch has been created, including one that was deleted before and is created again.",
  output: NewBranch,
  filters: {
    ...inRepositoryFilters,
    branch: refs("branch", "Name or pattern, e.g. release/*", ({ branch }: NewBranch) => branch)
  },
  on: {
    create: ({ ref, ref_type, repository, sender }, _watcher, receivedAt) => {
      if (ref_type !== "branch" || isQueueBranch(ref)) return []
      return [
        occurrence({
          repository: repository.full_name,
          branch: ref,
          at: timeOf(repository.pushed_at) ?? receivedAt ?? "",
          actor: sender?.login,
          url: `${repository.html_url}/tree/${segments(ref)}`
        })
      ]
    }
  },
  pollFrom: { source: ACTIVITY_SOURCE },
  poll: (where, cursor) =>
    Effect.map(activitySince("codehost_new_branch", where, cursor), ({ occurrences, ...rest }) => ({
      ...rest,
      occurrences: occurrences.flatMap(({ data, raw }) => {
        const ref = refName(data.ref)
        if (data.activity_type !== "branch_creation" || ref === undefined) return []
        return [
          occurrence({
            repository: `${where.owner}/${where.repo}`,
            branch: ref.name,
            at: data.timestamp,
            actor: data.actor?.login,
            sha: data.after,
            raw
          })
        ]
      })
    }))
})
