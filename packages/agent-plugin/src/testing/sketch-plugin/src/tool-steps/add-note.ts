import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import * as ToolStep from "../../../../steps/ToolStep.ts"
import { addNote as operation, decoded, Sketch } from "../client/Sketch.ts"

export const addNote = ToolStep.over(operation, {
  id: "sketch_add_note",
  title: "Add Note",
  description: "Writes a note at a property. Free.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["notes.write"],
  cost: null,
  run: Effect.fnUntraced(function* (input) {
    const { admin, settings } = yield* Sketch
    const property = input.property ?? settings.property
    if (property === undefined) {
      return yield* invalid("sketch", operation.name, [{ field: "property", message: "is required" }])
    }
    const answer = yield* admin.call({
      operation: operation.name,
      method: "POST",
      endpoint: `v1/properties/${property}/notes`,
      body: { text: input.text }
    })
    return yield* decoded(operation.name, operation.output)(answer)
  })
})
