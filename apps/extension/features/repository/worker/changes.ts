/**
 * The changes that the popup makes at the code host. The user confirms each; it is sent once, and never repeated
 * automatically.
 */
import * as Effect from "effect/Effect"

import { failureOf, type RequestError } from "../../../messaging/own-failures.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import { hasFields, isNumberIn } from "../../../messaging/shape.ts"
import { keyFor, type RepositoryRequests } from "../requests.ts"
import { sendingOf } from "../sent.ts"
import { inRepository, nameOf } from "./reads.ts"
import type { Service } from "./service.ts"

/** The only status that the service documents for a re-run. */
const isRerun = hasFields({ status: isNumberIn(201, 201) })

type Changes = "starRepository" | "rerunRun" | "startWorkflow" | "commentOn"

/** Sends a draft, and keeps what came of it for the next popup: this one may have closed meanwhile. */
export const sendDraft = Effect.fnUntraced(function* <A>(draft: string, change: Effect.Effect<A, RequestError>) {
  const settle = yield* Effect.promise(() => sendingOf(draft))
  return yield* change.pipe(
    Effect.tapError((error) => Effect.promise(() => settle(failureOf(error)))),
    Effect.tap(() => Effect.promise(() => settle(null)))
  )
})

export const make = ({ run, read }: Service): HandlersOf<Pick<RepositoryRequests, Changes>> => ({
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
    Effect.as(
      sendDraft(
        keyFor("dispatch", ref),
        run(ref, "create_workflow_dispatch", { ...nameOf(ref), workflow_id: workflow, ref: branch })
      ),
      null
    ),
  commentOn: ({ number, text, ...ref }) =>
    Effect.as(
      sendDraft(
        `${keyFor("reply", ref)} ${number}`,
        run(ref, "create_issue_comment", { ...nameOf(ref), issue_number: number, body: text })
      ),
      null
    )
})
