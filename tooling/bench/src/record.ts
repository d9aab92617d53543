/** The record that the client benchmark reads: about 1 kB of JSON, similar to an issue of a code host. */
import * as Schema from "effect/Schema"

const User = Schema.Struct({ id: Schema.Int, login: Schema.String, site_admin: Schema.Boolean })

export const Record = Schema.Struct({
  id: Schema.Int,
  number: Schema.Int,
  title: Schema.String,
  state: Schema.Literals(["open", "closed"]),
  body: Schema.NullOr(Schema.String),
  user: User,
  assignees: Schema.Array(User),
  labels: Schema.Array(Schema.Struct({ name: Schema.String, color: Schema.String })),
  comments: Schema.Int,
  created_at: Schema.String,
  updated_at: Schema.String,
  closed_at: Schema.NullOr(Schema.String)
})

const user = (id: number) => ({ id, login: `contributor-${id}`, site_admin: false })

export const record: typeof Record.Type = {
  id: 2_147_483_000,
  number: 1347,
  title: "The list of deliveries is empty after a restart",
  state: "open",
  body: "Steps: start, receive two deliveries, stop, start again. Expected: both are listed. ".repeat(4),
  user: user(1001),
  assignees: [user(1002), user(1003), user(1004)],
  labels: ["bug", "storage", "needs-test"].map((name) => ({ name, color: "d73a4a" })),
  comments: 7,
  created_at: "2026-03-04T05:06:07Z",
  updated_at: "2026-03-05T06:07:08Z",
  closed_at: null
}
