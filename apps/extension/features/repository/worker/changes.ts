/**
 * The changes that the popup makes at the code host. The user confirms each; it is sent once, and never repeated
 * automatically.
 */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../../messaging/router.ts"
import { forgetDraft } from "../../../messaging/session-storage.ts"
import { hasFields, isNumberIn } from "../../../messaging/shape.ts"
import { keyFor, type RepositoryRef, type RepositoryRequests } from "../requests.ts"
import { inRepository, nameOf } from "./reads.ts"
import type { Service } from "./service.ts"

/** The only status that the service documents for a re-run. */
const isRerun = hasFields({ status: isNumberIn(201, 201) })

type Changes = "starRepository" | "rerunRun" | "startWorkflow" | "commentOn"

export const make = ({ run, read }: Service): HandlersOf<Pick<RepositoryRequests, Changes>> => {
  /** @param draft forgotten once the change is made: its popup may have closed meanwhile */
  const change = (ref: RepositoryRef, step: string, input: object, draft = "") =>
    Effect.flatMap(run(ref, step, input), () =>
      Effect.as(
        Effect.promise(() => forgetDraft(draft)),
        null
      )
    )
  return {
    starRepository: (ref) => change(ref, "star_repo", nameOf(ref)),
    rerunRun: ({ run: id, ...ref }) =>
      Effect.as(
        read(
          ref,
          "api_call",
          { method: "POST", endpoint: inRepository(ref, `/actions/runs/${id}/rerun-failed-jobs`) },
          isRerun
        ),
        null
      ),
    startWorkflow: ({ workflow, ref: branch, ...ref }) =>
      change(
        ref,
        "create_workflow_dispatch",
        { ...nameOf(ref), workflow_id: workflow, ref: branch },
        keyFor("dispatch", ref)
      ),
    commentOn: ({ number, text, ...ref }) =>
      change(
        ref,
        "create_issue_comment",
        { ...nameOf(ref), issue_number: number, body: text },
        `${keyFor("reply", ref)} ${number}`
      )
  }
}
