/** What the inputs of operations have in common: texts that a normal form rules. */
import * as Schema from "effect/Schema"

import type { Normalised } from "../identity/identifiers.ts"

/** A text that has a normal form; what keeps it from one is the field's error. It is judged here, and changed by the client. */
const text = (normalise: (text: string) => Normalised, annotations: { readonly description?: string } = {}) =>
  // Annotated before the rule: a description on a rule does not reach the JSON Schema.
  Schema.String.annotate(annotations).check(
    Schema.makeFilter((value: string) => {
      const normal = normalise(value)
      return normal.ok ? undefined : normal.problem
    })
  )

/** The same where the field may be left out. */
export const optionalText = (normalise: (text: string) => Normalised, description?: string) =>
  Schema.optionalKey(text(normalise, description === undefined ? {} : { description }))
