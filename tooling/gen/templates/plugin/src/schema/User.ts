/** Users as the service writes them. */
import * as Schema from "effect/Schema"

/** The owner of a token. */
export const User = Schema.Struct({ name: Schema.String })
export type User = typeof User.Type
