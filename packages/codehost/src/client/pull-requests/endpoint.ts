/** Returns the endpoint of a pull request, or one below it. */
import type { PullRequestName } from "../../schema/PullRequest.ts"
import { inRepository } from "../../wire/endpoint.ts"

export const at = (input: PullRequestName, rest = ""): string =>
  inRepository(input, `/pulls/${input.pull_number}${rest}`)
