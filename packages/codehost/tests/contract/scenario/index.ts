// All scenarios of the plugin's own requests: every step and every method.

import { accountCalls, elsewhere, lists, pulls, refusals, writes } from "./client.ts"
import type { Scenario } from "./drive.ts"
import { graphql } from "./graphql.ts"
import { hooks } from "./hooks.ts"
import { apiCallStep, branchSteps, gistSteps, issueSteps, pullSteps, repositorySteps, workflowSteps } from "./steps.ts"

export const scenarios: ReadonlyArray<Scenario> = [
  repositorySteps,
  branchSteps,
  issueSteps,
  pullSteps,
  workflowSteps,
  gistSteps,
  apiCallStep,
  lists,
  elsewhere,
  writes,
  pulls,
  graphql,
  hooks,
  accountCalls,
  refusals
]
