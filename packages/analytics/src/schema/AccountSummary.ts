/** Analytics accounts and their properties, as far as the credential has access. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"

/** The summary of a property. */
export const PropertySummary = Schema.Struct({
  property: Schema.String,
  displayName: maybe(Schema.String),
  propertyType: maybe(Schema.String),
  parent: maybe(Schema.String),
  /** Whether the credential has the role Editor or higher. The service omits it otherwise. */
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
