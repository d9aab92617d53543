/** Analytics accounts and their properties, as far as the credential reaches. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"

/** A property in short. */
export const PropertySummary = Schema.Struct({
  property: Schema.String,
  displayName: maybe(Schema.String),
  propertyType: maybe(Schema.String),
  parent: maybe(Schema.String),
  /** Whether the credential has the role Editor or more. The service leaves it out where it does not. */
  canEdit: maybe(Schema.Boolean)
})
export type PropertySummary = typeof PropertySummary.Type

/** An account and its properties. */
export const AccountSummary = Schema.Struct({
  name: maybe(Schema.String),
  account: Schema.String,
  displayName: maybe(Schema.String),
  propertySummaries: maybe(Schema.Array(PropertySummary))
})
export type AccountSummary = typeof AccountSummary.Type
