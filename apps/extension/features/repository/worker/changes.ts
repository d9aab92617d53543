/**
 * The changes that the popup makes at the code host. The user confirms each; it is sent once, and never repeated
 * automatically.
 */
import * as Effect from "effect/Effect"

import { failureOf } from "../../../messaging/own-failures.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import { forgetDraft } from "../../../messaging/session-storage.ts"
import { hasFields, isNumberIn } from "../../../messaging/shape.ts"
import { keyFor, type RepositoryRef, type RepositoryRequests } from "../requests.ts"
import { keepSent } from "../sent.ts"
import { inRepository, nameOf } from "./reads.ts"
import type { Service } from "./service.ts"

/** The only status that the service documents for a re-run. */
const isRerun = hasFields({ status: isNumberIn(201, 201) })

type Changes = "starRepository" | "rerunRun" | "startWorkflow" | "commentOn"

export const make = ({ run, read }: Service): HandlersOf<Pick<RepositoryRequests, Changes>> => {
  /** Keeps what came of it for the next popup: this one may have closed meanwhile. */
  const sendDraft = (draft: string, ref: RepositoryRef, step: string, input: object) =>
    run(ref, step, input).pipe(
      Effect.tapError((error) => Effect.promise(() => keepSent(draft, failureOf(error)))),
      Effect.flatMap(() => Effect.promise(() => Promise.all([forgetDraft(draft), keepSent(draft, null)]))),
      Effect.as(null)
    )
  return {
    starRepository: (ref) => Effect.as(run(ref, "star_repo", nameOf(ref)), null),
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
      sendDraft(keyFor("dispatch", ref), ref, "create_workflow_dispatch", {
        ...nameOf(ref),
        workflow_id: workflow,
        ref: branch
      }),
    commentOn: ({ number, text, ...ref }) =>
      sendDraft(`${keyFor("reply", ref)} ${number}`, ref, "create_issue_comment", {
        ...nameOf(ref),
        issue_number: number,
        body: text
      })
  }
}
