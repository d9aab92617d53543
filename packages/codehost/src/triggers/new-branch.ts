import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { fullName, segments } from "../wire/endpoint.ts"
import { isQueueBranch, refName } from "../wire/events/pushes.ts"
import { refs } from "./parts/filters.ts"
import { present, secondOf, timeOf, type Fact } from "./parts/occurrences.ts"
import { ACTIVITY_SOURCE, activitySince } from "./parts/pushes.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewBranch = Schema.Struct({
  ...eventFields,
  /** Includes slashes: `feature/a`. */
  branch: Schema.String,
  /** Page of the branch; only present in events from webhooks. */
  url: eventFields.url,
  /** The commit that the branch started at; only present in events from polls. */
  sha: Schema.optionalKey(Schema.String)
})
type NewBranch = typeof NewBranch.Type

/** The time is part of the id: a branch that is deleted and created again is a new occurrence. */
const factOf = (data: NewBranch, at: string): Fact<NewBranch> => ({
  id: `${data.repository.toLowerCase()} ${data.branch} ${secondOf(at)}`,
  at,
  data
})

export const newBranch = repositoryTrigger<NewBranch>({
  id: "codehost_new_branch",
  title: "New branch",
  category: "Commit and branch",
  description: "A branch has been created, including one that was deleted before and is created again.",
  output: NewBranch,
  filters: {
    branch: refs("branch", "Name or pattern, e.g. release/*", ({ branch }: NewBranch) => branch)
  },
  on: {
    create: ({ ref, ref_type, repository, sender }, _watcher, receivedAt) => {
      if (ref_type !== "branch" || isQueueBranch(ref)) return undefined
      const url = `${repository.html_url}/tree/${segments(ref)}`
      return factOf(
        { repository: repository.full_name, ...present({ actor: sender?.login }), url, branch: ref },
        timeOf(repository.pushed_at) ?? receivedAt ?? ""
      )
    }
  },
  pollFrom: { source: ACTIVITY_SOURCE },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.map(activitySince(operation, where, cursor), ({ occurrences, ...rest }) => ({
      ...rest,
      occurrences: occurrences.flatMap(({ data: { actor, activity_type, after: sha, ...activity }, raw }) => {
        const ref = refName(activity.ref)
        if (activity_type !== "branch_creation" || ref === undefined) return []
        const data = { repository: fullName(where), ...present({ actor: actor?.login }), sha, branch: ref.name }
        return [occurrence(factOf(data, activity.timestamp), raw)]
      })
    }))
})
