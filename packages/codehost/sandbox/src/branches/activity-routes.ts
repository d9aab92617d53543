// Route that lists the activity of a repository's branches.

import { accountById, findAccount } from "../accounts/accounts.ts"
import { type Context, repositoryOf, type Routes } from "../frame/context.ts"
import { paginateByCursor } from "../frame/paging.ts"
import type { Reply } from "../frame/reply.ts"
import { gitNodeId } from "../records/commit.ts"
import { simpleUser } from "../records/user.ts"
import type { Repository } from "../repositories/repositories.ts"
import type { Activity } from "./activity-data.ts"

const noCommit = "0".repeat(40)

const record = ({ urls, world }: Context, repository: Repository, activity: Activity) => ({
  id: activity.id,
  node_id: gitNodeId("PSH", repository, String(activity.id)),
  before: activity.before ?? noCommit,
  after: activity.after ?? noCommit,
  ref: activity.ref,
  timestamp: activity.at,
  activity_type: activity.type,
  actor: simpleUser(urls, accountById(world, activity.actorId))
})

const list = (context: Context): Reply => {
  const { query, world } = context
  const repository = repositoryOf(context)
  const [actor, ref, type] = [query.get("actor"), query.get("ref"), query.get("activity_type")]
  const matches = world.activities.filter(
    (one) =>
      one.repositoryId === repository.id &&
      (actor === null || one.actorId === findAccount(world, actor)?.id) &&
      (ref === null || one.ref === ref || one.ref === `refs/heads/${ref}`) &&
      (type === null || one.type === type)
  )
  const inOrder = query.get("direction") === "asc" ? matches : matches.toReversed()
  return paginateByCursor(
    context,
    inOrder,
    (activity) => record(context, repository, activity),
    ({ id }) => id
  )
}

export const activityRoutes: Routes = {
  "GET /repos/{owner}/{repo}/activity": { run: list, permission: "contents=read" }
}
