/**
 * The changes that the popup makes at the code host. The user confirms each; it is sent once, and never repeated
 * automatically.
 */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../../messaging/router.ts"
import type { RepositoryRequests } from "../requests.ts"
import { inRepository, nameOf } from "./reads.ts"
import type { Service } from "./service.ts"

type Changes = "starRepository" | "rerunRun" | "startWorkflow" | "commentOn"

export const make = ({ run }: Service): HandlersOf<Pick<RepositoryRequests, Changes>> => ({
  starRepository: (ref) => Effect.as(run(ref, "star_repo", nameOf(ref)), null),
  rerunRun: ({ run: id, ...ref }) =>
    Effect.as(
      run(ref, "api_call", {
        method: "POST",
        endpoint: inRepository(ref, `/actions/runs/${id}/rerun-failed-jobs`)
      }),
      null
    ),
  startWorkflow: ({ workflow, ref: branch, ...ref }) =>
    Effect.as(run(ref, "create_workflow_dispatch", { ...nameOf(ref), workflow_id: workflow, ref: branch }), null),
  commentOn: ({ number, text, ...ref }) =>
    Effect.as(run(ref, "create_issue_comment", { ...nameOf(ref), issue_number: number, body: text }), null)
})
