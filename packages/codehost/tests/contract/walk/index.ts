// Walks through every operation of the sandbox, with valid and invalid input, one resource at a time.

import { accounts } from "./accounts.ts"
import { actions } from "./actions.ts"
import { collaborators } from "./collaborators.ts"
import { contents } from "./contents.ts"
import { gists } from "./gists.ts"
import { git } from "./git.ts"
import { graphql } from "./graphql.ts"
import { hooks } from "./hooks.ts"
import { issues } from "./issues.ts"
import { labels } from "./labels.ts"
import { notifications } from "./notifications.ts"
import { objects } from "./objects.ts"
import { policies } from "./policies.ts"
import { projects } from "./projects.ts"
import { pulls } from "./pulls.ts"
import { releases } from "./releases.ts"
import { repositories } from "./repositories.ts"
import { reviews } from "./reviews.ts"
import { search } from "./search.ts"
import type { Walk } from "./send.ts"

export const walks: Readonly<Record<string, Walk>> = {
  accounts,
  actions,
  collaborators,
  contents,
  gists,
  git,
  graphql,
  hooks,
  issues,
  labels,
  notifications,
  objects,
  policies,
  projects,
  pulls,
  releases,
  repositories,
  reviews,
  search
}
