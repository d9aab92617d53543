/** Where a pull request is, and what its name must be. */
import { inRepository } from "./endpoint.ts"
import { positive, repository } from "./inputs.ts"

/** Names a pull request. */
export interface PullRequestPath {
  readonly owner: string
  readonly repo: string
  readonly pull_number: number
}

export const NAMED = { ...repository, pull_number: positive }

export const at = (input: PullRequestPath, rest = ""): string =>
  inRepository(input, `/pulls/${input.pull_number}${rest}`)
