/** A merge, and why there is none: the service's own answer is one sentence for all, the pull request itself says more. */
import type { Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { MergeRequest } from "../client/PullRequests.ts"
import { Merge, PullRequest } from "../schema/PullRequest.ts"
import { given } from "./endpoint.ts"
import { state } from "./how-to-look.ts"
import { failed, reader, type Http } from "./methods.ts"
import { at } from "./pull-request-path.ts"

const OPERATION = "pullRequests.merge"

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

/** The reason with the state of the pull request in it; as it was where that explains nothing. */
const explained = (pull: PullRequest, sha: string | undefined, reason: Reason): Reason => {
  const problem = problemOf(pull, sha)
  if (problem === undefined) return reason
  const [what, fix] = problem
  return { _tag: "Conflict", what: `Pull request #${pull.number} ${what}.`, fix: `${fix} Nothing was merged.` }
}

export const mergeOver = (http: Http) => {
  const merged = reader(http, OPERATION, Merge)
  const read = reader(http, OPERATION, PullRequest)
  return ({ sha, merge_method, commit_title, commit_message, ...pull }: MergeRequest) => {
    const body = given({ sha, merge_method, commit_title, commit_message })
    const howToLook = state(`pull request #${pull.pull_number}`, pull)
    return merged({ method: "PUT", endpoint: at(pull, "/merge"), body, howToLook }).pipe(
      Effect.catch((error) =>
        error.reason._tag !== "Conflict" && error.reason._tag !== "Invalid"
          ? Effect.fail(error)
          : Effect.matchEffect(read({ method: "GET", endpoint: at(pull) }), {
              onFailure: () => Effect.fail(error),
              onSuccess: (now) => Effect.fail(failed(OPERATION, explained(now, sha, error.reason)))
            })
      )
    )
  }
}
