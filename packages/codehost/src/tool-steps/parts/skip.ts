/** Number of items to skip. An output that does not contain all items gives this number as the input for the rest. */
import * as Schema from "effect/Schema"

export const skip = Schema.optionalKey(
  Schema.Int.check(Schema.makeFilter((count) => (count < 0 ? "must be 0 or more" : undefined)))
)
