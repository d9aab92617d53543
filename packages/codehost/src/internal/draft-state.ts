/** A pull request becomes ready for review, or a draft again: by GraphQL, the one API that can. */
import * as Effect from "effect/Effect"

import type { PullRequestName } from "../client/PullRequests.ts"
import { PullRequest } from "../schema/PullRequest.ts"
import { state } from "./how-to-look.ts"
import { changed, failed, method, reader, type Http } from "./methods.ts"
import { NAMED, at } from "./pull-request-path.ts"

const READY = `mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id } } }`
const DRAFT = `mutation($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { id } } }`

const turn = (http: Http, operation: string, isDraft: boolean, mutation: string) => {
  const read = reader(http, operation, PullRequest)
  return method(
    operation,
    NAMED,
    Effect.fnUntraced(function* (input: PullRequestName) {
      const pull = yield* read({ method: "GET", endpoint: at(input) })
      if (pull.state !== "open") {
        return yield* failed(operation, {
          _tag: "Conflict",
          what: `Pull request #${pull.number} is ${pull.merged === true ? "merged" : "closed"} already.`,
          fix: "Only an open one is a draft or ready. Nothing was changed."
        })
      }
      if (pull.draft === isDraft) return pull
      yield* http.graphql(
        operation,
        mutation,
        { id: pull.node_id },
        input,
        state(`pull request #${pull.number}`, input)
      )
      return yield* changed(read({ method: "GET", endpoint: at(input) }))
    })
  )
}

/** Both ways. */
export const draftState = (http: Http) => ({
  markReady: turn(http, "pullRequests.markReady", false, READY),
  convertToDraft: turn(http, "pullRequests.convertToDraft", true, DRAFT)
})
