/** The outcome of a search: people that match the criteria, possibly none. */
import { Credits } from "@inlay/core-http/Credits"
import * as Schema from "effect/Schema"

import { Person } from "./Person.ts"

/** A person as a search shows one: what it has may cost more to see. */
export const FoundPerson = Schema.Struct({
  ...Person.fields,
  /** The provider's own, for its other calls. */
  id: Schema.optionalKey(Schema.String),
  /** Whether the provider has an address or a number, where it says so. */
  hasEmail: Schema.optionalKey(Schema.Boolean),
  hasPhone: Schema.optionalKey(Schema.Boolean)
})
export type FoundPerson = typeof FoundPerson.Type

/** The outcome of a search. */
export const Search = Schema.Struct({
  people: Schema.Array(FoundPerson),
  /** How many match in all, where the provider says. */
  total: Schema.NullOr(Schema.Finite),
  /** The whole input of the next page, where the answer tells that there is one. */
  next: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  /** The provider's answer as it came; `null` for an empty one. */
  raw: Schema.Unknown,
  credits: Credits,
  /** Such as that the search cost more than the account's price for it. */
  notice: Schema.optionalKey(Schema.String),
  /** What is not among the people, how much, and where it is. */
  left_out: Schema.optionalKey(Schema.Array(Schema.String))
})
export type Search = typeof Search.Type
