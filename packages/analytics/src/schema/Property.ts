/** Properties, which reports are about. Times are ISO 8601. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"

/** The service's industry categories, used for benchmarking. */
const INDUSTRIES: ReadonlyArray<string> = [
  ..."AUTOMOTIVE BUSINESS_AND_INDUSTRIAL_MARKETS FINANCE HEALTHCARE TECHNOLOGY TRAVEL OTHER".split(" "),
  ..."ARTS_AND_ENTERTAINMENT BEAUTY_AND_FITNESS BOOKS_AND_LITERATURE FOOD_AND_DRINK GAMES HOBBIES_AND_LEISURE".split(
    " "
  ),
  ..."HOME_AND_GARDEN INTERNET_AND_TELECOM LAW_AND_GOVERNMENT NEWS ONLINE_COMMUNITIES PEOPLE_AND_SOCIETY".split(" "),
  ..."PETS_AND_ANIMALS REAL_ESTATE REFERENCE SCIENCE SPORTS JOBS_AND_EDUCATION SHOPPING".split(" ")
]

/** A property as the service returns it. */
export const Property = Schema.Struct({
  /** `properties/1234`. */
  name: Schema.String,
  displayName: Schema.String,
  /** `accounts/12`, or the parent property of a subproperty. */
  parent: maybe(Schema.String),
  account: maybe(Schema.String),
  timeZone: maybe(Schema.String),
  currencyCode: maybe(Schema.String),
  industryCategory: maybe(Schema.String),
  propertyType: maybe(Schema.String),
  serviceLevel: maybe(Schema.String),
  createTime: maybe(Schema.String),
  updateTime: maybe(Schema.String),
  /** Set if the property is in the trash. It is deleted permanently at `expireTime`. */
  deleteTime: maybe(Schema.String),
  expireTime: maybe(Schema.String)
})
export type Property = typeof Property.Type

/** Identifies a property. */
export const PropertyName = Schema.Struct({
  /** `properties/1234`, or `1234`. */
  property: Names.property("properties/1234")
})
export type PropertyName = typeof PropertyName.Type

/** Selects the properties of an account. */
export const PropertyQuery = Schema.Struct({
  /** The analytics account. */
  parent: Names.account("accounts/12"),
  /** Whether to include properties in the trash. */
  showDeleted: Schema.optionalKey(Schema.Boolean)
})
export type PropertyQuery = typeof PropertyQuery.Type

const displayName = Names.text(100)
const industry = Names.textBy((value) =>
  INDUSTRIES.includes(value) ? undefined : `must be one of ${INDUSTRIES.join(", ")}`
)

/** A new property. */
export const NewProperty = Schema.Struct({
  /** The analytics account. */
  parent: Names.account("accounts/12"),
  displayName: displayName(),
  timeZone: Names.timeZone("e.g. Australia/Sydney"),
  currencyCode: Names.currencyCode(),
  industryCategory: Schema.optionalKey(industry())
})
export type NewProperty = typeof NewProperty.Type

/** Changes of a property. Only the given fields are changed. */
export const PropertyChange = Schema.Struct({
  ...PropertyName.fields,
  displayName: Schema.optionalKey(displayName()),
  timeZone: Schema.optionalKey(Names.timeZone()),
  currencyCode: Schema.optionalKey(Names.currencyCode()),
  industryCategory: Schema.optionalKey(industry())
})
export type PropertyChange = typeof PropertyChange.Type
