// All routes of the API.

import { accountRoutes } from "./accounts/routes.ts"
import { actionRoutes } from "./actions/routes.ts"
import { activityRoutes } from "./branches/activity-routes.ts"
import { branchRoutes } from "./branches/routes.ts"
import { commitRoutes } from "./commits/routes.ts"
import { contentRoutes } from "./contents/routes.ts"
import { archiveRoutes } from "./downloads/archives.ts"
import type { Routes } from "./frame/context.ts"
import { rateLimitRoutes } from "./frame/rate-limit-route.ts"
import { gistRoutes } from "./gists/routes.ts"
import { graphqlRoutes } from "./graphql/routes.ts"
import { hookRoutes } from "./hooks/routes.ts"
import { issuesRoutes } from "./issues/routes.ts"
import { notificationRoutes } from "./notifications/routes.ts"
import { objectRoutes } from "./objects/routes.ts"
import { projectRoutes } from "./projects/routes.ts"
import { pullRoutes } from "./pulls/routes.ts"
import { releaseRoutes } from "./releases/routes.ts"
import { repositoryRoutes } from "./repositories/routes.ts"
import { searchRoutes } from "./search/routes.ts"
import { credentialRoutes } from "./sign-in/routes.ts"

const parts: ReadonlyArray<Routes> = [
  rateLimitRoutes,
  accountRoutes,
  repositoryRoutes,
  contentRoutes,
  branchRoutes,
  activityRoutes,
  commitRoutes,
  objectRoutes,
  archiveRoutes,
  releaseRoutes,
  issuesRoutes,
  pullRoutes,
  searchRoutes,
  actionRoutes,
  gistRoutes,
  projectRoutes,
  hookRoutes,
  notificationRoutes,
  graphqlRoutes,
  credentialRoutes
]

/** Every operation, by method and path template, such as `GET /repos/{owner}/{repo}`. */
export const routes: Routes = Object.assign({}, ...parts) as Routes
