// All routes that are specific to pull requests.

import type { Routes } from "../frame/context.ts"
import { mergeRoutes } from "./merge-routes.ts"
import { pullRoutes as ownRoutes } from "./pull-routes.ts"
import { reviewCommentRoutes } from "./review-comment-routes.ts"
import { reviewRoutes } from "./review-routes.ts"
import { reviewerRoutes } from "./reviewer-routes.ts"

export const pullRoutes: Routes = {
  ...ownRoutes,
  ...mergeRoutes,
  ...reviewerRoutes,
  ...reviewRoutes,
  ...reviewCommentRoutes
}
