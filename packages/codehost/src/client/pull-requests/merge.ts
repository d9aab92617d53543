/** Merges a pull request. A failure is explained by the pull request's state: the service's answer does not name the cause. */
import type { Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Merge, PullRequest, type MergeRequest } from "../../schema/PullRequest.ts"
import { defined } from "../../wire/endpoint.ts"
import { state } from "../../wire/how-to-look.ts"
import { failed, reader, type Http } from "../../wire/requests.ts"
import { at } from "./endpoint.ts"

const problemOf = (pull: PullRequest, sha: string | undefined): readonly [what: string, fix: string] | undefined => {
  if (pull.merged === true || typeof pull.merged_at === "string")
    return ["is merged already", "There is nothing left to do."]
  if (pull.state === "closed") return ["is closed", "Reopen it first."]
  if (pull.draft === true) return ["is a draft", "Mark it ready for review first."]
  if (sha !== undefined && pull.head.sha !== sha) {
    return [`has moved on: its head is ${pull.head.sha} now`, "Look at what was added, then merge that head."]
  }
  if (pull.mergeable === false || pull.mergeable_state === "dirty") {
    return ["has conflicts with its base branch", "Resolve them on its branch first."]
  }
  if (pull.mergeable_state === "behind") return ["is behind its base branch", "Update its branch first."]
  if (pull.mergeable_state === "blocked") {
    return ["is blocked by the rules of its base branch", "See which reviews or checks are missing."]
  }
  return undefined
}

/** A reason by the state of the pull request; the service's own where that does not explain the failure. */
const withState = (pull: PullRequest, sha: string | undefined, reason: Reason): Reason => {
  const problem = problemOf(pull, sha)
  if (problem === undefined) return reason
  const [what, fix] = problem
  return { _tag: "Conflict", what: `Pull request #${pull.number} ${what}.`, fix: `${fix} Nothing was merged.` }
}

/** Merges a pull request, for an operation. */
export const mergeOver = (http: Http, operation: string) => {
  const readMerge = reader(http, operation, Merge)
  const read = reader(http, operation, PullRequest)
  return ({ sha, merge_method, commit_title, commit_message, ...pull }: MergeRequest) => {
    const body = defined({ sha, merge_method, commit_title, commit_message })
    const howToLook = state(`pull request #${pull.pull_number}`, pull)
    return readMerge({ method: "PUT", endpoint: at(pull, "/merge"), body, howToLook }).pipe(
      Effect.catch((error) =>
        error.reason._tag !== "Conflict" && error.reason._tag !== "Invalid"
          ? Effect.fail(error)
          : Effect.matchEffect(read({ method: "GET", endpoint: at(pull) }), {
              onFailure: () => Effect.fail(error),
              onSuccess: (current) => Effect.fail(failed(operation, withState(current, sha, error.reason)))
            })
      )
    )
  }
}
