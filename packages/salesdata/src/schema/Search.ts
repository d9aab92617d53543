/** The outcome of a search: the people that match the criteria, possibly none. */
import { Credits } from "@inlay/core-http/Credits"
import * as Schema from "effect/Schema"

import { Person } from "./Person.ts"

/** A person in a search result. Seeing the contact details may cost more. */
export const FoundPerson = Schema.Struct({
  ...Person.fields,
  /** The provider's own id, for its other calls. */
  id: Schema.optionalKey(Schema.String),
  /** Whether the provider has an e-mail address or a phone number, if it says so. */
  hasEmail: Schema.optionalKey(Schema.Boolean),
  hasPhone: Schema.optionalKey(Schema.Boolean)
})
export type FoundPerson = typeof FoundPerson.Type

/** The outcome of a search. */
export const Search = Schema.Struct({
  people: Schema.Array(FoundPerson),
  /** The total number of matches, if the provider says. */
  total: Schema.NullOr(Schema.Finite),
  /** The complete input for the next page, if the response says that there is or may be one. */
  next: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  /** The provider's response body, unchanged; `null` if it is empty. */
  raw: Schema.Unknown,
  credits: Credits,
  /** For example, that the search cost more than the account's price for it. */
  notice: Schema.optionalKey(Schema.String),
  /** What is missing from `people`, how much, and where to find it. */
  left_out: Schema.optionalKey(Schema.Array(Schema.String))
})
export type Search = typeof Search.Type
