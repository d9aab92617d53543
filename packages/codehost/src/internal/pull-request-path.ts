/** Where a pull request is, and what its name must be. */
import type { PullRequestName } from "../client/PullRequests.ts"
import { inRepository } from "./endpoint.ts"
import { positive, repository } from "./inputs.ts"

export const NAMED = { ...repository, pull_number: positive }

export const at = (input: PullRequestName, rest = ""): string =>
  inRepository(input, `/pulls/${input.pull_number}${rest}`)
