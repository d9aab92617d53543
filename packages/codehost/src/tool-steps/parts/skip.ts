/** How many items to skip: an answer that did not hold all items gives it for the rest. */
import * as Schema from "effect/Schema"

export const skip = Schema.optionalKey(
  Schema.Int.check(Schema.makeFilter((count) => (count < 0 ? "must be 0 or more" : undefined)))
)
