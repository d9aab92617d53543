/** Marks a pull request as ready for review or as a draft. Only the GraphQL API can do this. */
import * as Effect from "effect/Effect"

import { PullRequest, type PullRequestName } from "../../schema/PullRequest.ts"
import { state } from "../../wire/look-at.ts"
import { afterChange, reader, type Http } from "../../wire/requests.ts"
import { providerError } from "../../wire/service.ts"
import { at } from "./endpoint.ts"

const MUTATIONS = {
  ready: `mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id } } }`,
  draft: `mutation($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { id } } }`
}

/** Makes a function that puts an open pull request into one of the two states, for an operation. */
export const draftState = (http: Http, operation: string, target: keyof typeof MUTATIONS) => {
  const read = reader(http, operation, PullRequest)
  return Effect.fnUntraced(function* (input: PullRequestName) {
    const pull = yield* read({ method: "GET", endpoint: at(input) })
    if (pull.state !== "open") {
      return yield* providerError(operation, {
        _tag: "Conflict",
        what: `Pull request #${pull.number} is ${pull.merged === true ? "merged" : "closed"}; only an open pull request can be a draft or ready.`,
        because: "state",
        nothing: "changed"
      })
    }
    if (pull.draft === (target === "draft")) return pull
    const lookAt = state(`pull request #${pull.number}`, input)
    yield* http.graphql(operation, MUTATIONS[target], { id: pull.node_id }, input, lookAt)
    return yield* afterChange(read({ method: "GET", endpoint: at(input) }))
  })
}
