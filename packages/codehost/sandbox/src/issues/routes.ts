// All routes for issues.

import type { Routes } from "../frame/context.ts"
import { assigneeRoutes } from "./assignee-routes.ts"
import { commentRoutes } from "./comment-routes.ts"
import { eventRoutes } from "./event-routes.ts"
import { issueRoutes } from "./issue-routes.ts"
import { labelRoutes } from "./label-routes.ts"
import { milestoneRoutes } from "./milestone-routes.ts"

export const issuesRoutes: Routes = {
  ...issueRoutes,
  ...commentRoutes,
  ...labelRoutes,
  ...milestoneRoutes,
  ...assigneeRoutes,
  ...eventRoutes
}
