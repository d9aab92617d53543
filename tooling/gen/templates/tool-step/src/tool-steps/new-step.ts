import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Starter } from "../client/Starter.ts"

export const newStep = ToolStep.make({
  id: "starter_new_step",
  title: "New Step",
  description: "Edit this sentence: agents read here what the step is for, when to use it, and what it costs.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: null,
  input: Schema.Struct({
    id: Schema.String.annotate({ description: "Id of the record" })
  }),
  output: Schema.Struct({ status: Schema.Int, record: Schema.Unknown }),
  run: ({ id }) =>
    Effect.gen(function* () {
      const client = yield* Starter
      const { status, body } = yield* client.call({
        operation: "newStep",
        method: "GET",
        endpoint: `/new-step/${encodeURIComponent(id)}`
      })
      return { status, record: body }
    })
})
