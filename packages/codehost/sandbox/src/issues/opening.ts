// Creates the initial record of an issue or a pull request.

import { emitThreadEvent } from "../domain-events/threads.ts"
import type { Pull } from "../pulls/pulls.ts"
import type { Act } from "./events.ts"
import type { Issue } from "./issues.ts"
import type { Place } from "./trackers.ts"

export interface NewIssue {
  readonly title: string
  readonly body: string | null
  readonly pull?: Pull | undefined
}

export const open = <A extends NewIssue>(place: Place, { actorId, at }: Act, newIssue: A): Issue & Pick<A, "pull"> => {
  const { repository, tracker, world } = place
  const issue: Issue & Pick<A, "pull"> = {
    id: world.ids.next("issue"),
    number: tracker.nextNumber(),
    title: newIssue.title,
    body: newIssue.body,
    authorId: actorId,
    state: "open",
    stateReason: null,
    labels: [],
    assigneeIds: [],
    milestone: null,
    type: null,
    locked: false,
    lockReason: null,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    closedById: null,
    comments: [],
    events: [],
    pull: newIssue.pull
  }
  repository.openIssuesCount += 1
  tracker.add(issue)
  emitThreadEvent(place, issue, "opened")
  return issue
}
