/**
 * Merges a pull request. If the merge fails, the pull request is read to explain why, because the service's response
 * often does not name the cause.
 */
import { defined } from "@inlay/core-http/json-object"
import type { Conflict, Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Merge, PullRequest, type MergeRequest } from "../../schema/PullRequest.ts"
import { state } from "../../wire/look-at.ts"
import { reader, type Http } from "../../wire/requests.ts"
import { providerError } from "../../wire/service.ts"
import { at } from "./endpoint.ts"

/** Returns why a pull request cannot be merged, judged by its state, as the end of a sentence about it. */
const problemOf = (pull: PullRequest, sha: string | undefined): Omit<Conflict, "_tag"> | undefined => {
  const ofState = (what: string): Omit<Conflict, "_tag"> => ({ what, because: "state", remedy: { to: "changeState" } })
  if (pull.merged === true || typeof pull.merged_at === "string") return { what: "is already merged", because: "state" }
  if (pull.state === "closed") return ofState("is closed, and can be reopened")
  if (pull.draft === true) return ofState("is a draft, not ready for review")
  if (sha !== undefined && pull.head.sha !== sha) {
    const what = `has changed: its head is now ${pull.head.sha}`
    return { what, because: "changed", remedy: { to: "readAgain" } }
  }
  if (pull.mergeable === false || pull.mergeable_state === "dirty") return ofState("has conflicts with its base branch")
  if (pull.mergeable_state === "behind") return ofState("is behind its base branch")
  if (pull.mergeable_state !== "blocked") return undefined
  const what = "is blocked by the rules of its base branch, which may require reviews, checks or a merge queue"
  return { what, because: "rules", remedy: { to: "changeState" } }
}

/**
 * Returns a reason from the pull request's state, or the service's own reason if the state does not explain the
 * failure.
 */
const withState = (pull: PullRequest, sha: string | undefined, reason: Reason): Reason => {
  const problem = problemOf(pull, sha)
  if (problem === undefined) return reason
  const what = `Pull request #${pull.number} ${problem.what}.`
  // The state does not tell which rule it is. The service's answer often does.
  return {
    _tag: "Conflict",
    ...problem,
    what: problem.because === "rules" ? `${what} ${reason.what}` : what,
    nothing: "changed"
  }
}

/** Makes a function that merges a pull request, for an operation. */
export const mergeOver = (http: Http, operation: string) => {
  const readMerge = reader(http, operation, Merge)
  const read = reader(http, operation, PullRequest)
  return ({ sha, merge_method, commit_title, commit_message, ...pull }: MergeRequest) => {
    const body = defined({ sha, merge_method, commit_title, commit_message })
    const lookAt = state(`pull request #${pull.pull_number}`, pull)
    return readMerge({ method: "PUT", endpoint: at(pull, "/merge"), body, lookAt }).pipe(
      Effect.catch((error) =>
        error.reason._tag !== "Conflict" && error.reason._tag !== "Invalid"
          ? Effect.fail(error)
          : Effect.matchEffect(read({ method: "GET", endpoint: at(pull) }), {
              onFailure: () => Effect.fail(error),
              onSuccess: (current) => Effect.fail(providerError(operation, withState(current, sha, error.reason)))
            })
      )
    )
  }
}
