/** Users, organizations and teams as they appear in other records. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"

/** An account of the service; null in a record if the account was deleted. */
export const User = Schema.Struct({
  login: Schema.String,
  id: Schema.Int,
  /** `User`, `Organization` or `Bot`. */
  type: maybe(Schema.String),
  html_url: maybe(Schema.String)
})
export type User = typeof User.Type

/** The owner of a token: `GET /user`. */
export const Identity = Schema.Struct({ ...User.fields, name: maybe(Schema.String) })
export type Identity = typeof Identity.Type

/** A team of an organization. */
export const Team = Schema.Struct({
  id: Schema.Int,
  slug: Schema.String,
  name: Schema.String,
  html_url: maybe(Schema.String)
})
export type Team = typeof Team.Type
