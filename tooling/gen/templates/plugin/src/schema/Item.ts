/** Items as the service writes them. */
import * as Schema from "effect/Schema"

/** One item; fields that are not known here are left out. */
export const Item = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** Of its page. */
  url: Schema.String,
  /** ISO 8601. */
  updated_at: Schema.String
})
export type Item = typeof Item.Type
