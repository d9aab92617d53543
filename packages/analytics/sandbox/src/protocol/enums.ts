// The protocol's enums: numbers by name.
// Source: `protos.json` of @google-analytics/data 7 and @google-analytics/admin 10.

import type { EnumValues } from "./types.ts"

export const matchTypes = {
  MATCH_TYPE_UNSPECIFIED: 0,
  EXACT: 1,
  BEGINS_WITH: 2,
  ENDS_WITH: 3,
  CONTAINS: 4,
  FULL_REGEXP: 5,
  PARTIAL_REGEXP: 6
} as const satisfies EnumValues

export const operations = {
  OPERATION_UNSPECIFIED: 0,
  EQUAL: 1,
  LESS_THAN: 2,
  LESS_THAN_OR_EQUAL: 3,
  GREATER_THAN: 4,
  GREATER_THAN_OR_EQUAL: 5
} as const satisfies EnumValues

export const orderTypes = {
  ORDER_TYPE_UNSPECIFIED: 0,
  ALPHANUMERIC: 1,
  CASE_INSENSITIVE_ALPHANUMERIC: 2,
  NUMERIC: 3
} as const satisfies EnumValues

export const aggregations = {
  METRIC_AGGREGATION_UNSPECIFIED: 0,
  TOTAL: 1,
  MINIMUM: 5,
  MAXIMUM: 6,
  COUNT: 4
} as const satisfies EnumValues

export const metricTypes = {
  METRIC_TYPE_UNSPECIFIED: 0,
  TYPE_INTEGER: 1,
  TYPE_FLOAT: 2,
  TYPE_SECONDS: 4,
  TYPE_MILLISECONDS: 5,
  TYPE_MINUTES: 6,
  TYPE_HOURS: 7,
  TYPE_STANDARD: 8,
  TYPE_CURRENCY: 9,
  TYPE_FEET: 10,
  TYPE_MILES: 11,
  TYPE_METERS: 12,
  TYPE_KILOMETERS: 13
} as const satisfies EnumValues

export const restrictedMetricTypes = {
  RESTRICTED_METRIC_TYPE_UNSPECIFIED: 0,
  COST_DATA: 1,
  REVENUE_DATA: 2
} as const satisfies EnumValues

export const compatibilities = {
  COMPATIBILITY_UNSPECIFIED: 0,
  COMPATIBLE: 1,
  INCOMPATIBLE: 2
} as const satisfies EnumValues

export const blockedReasons = {
  BLOCKED_REASON_UNSPECIFIED: 0,
  NO_REVENUE_METRICS: 1,
  NO_COST_METRICS: 2
} as const satisfies EnumValues

export const truncationTypes = {
  DATA_TRUNCATION_TYPE_UNSPECIFIED: 0,
  DATA_TRUNCATION_TYPE_RULES_BASED_MODELS: 1,
  DATA_TRUNCATION_TYPE_DATA_DRIVEN_ATTRIBUTION: 2,
  DATA_TRUNCATION_TYPE_DV360: 3,
  DATA_TRUNCATION_TYPE_CM360: 4,
  DATA_TRUNCATION_TYPE_ITEM_SCOPED_ECOMMERCE_METRICS: 5,
  DATA_TRUNCATION_TYPE_EVENT_SCOPED_ECOMMERCE_METRICS: 6,
  DATA_TRUNCATION_TYPE_DATE_RANGE: 7,
  DATA_TRUNCATION_TYPE_PROPERTY: 8,
  DATA_TRUNCATION_TYPE_CONVERSIONS: 9,
  DATA_TRUNCATION_TYPE_GOOGLE_ADS: 10
} as const satisfies EnumValues

export const granularities = {
  GRANULARITY_UNSPECIFIED: 0,
  DAILY: 1,
  WEEKLY: 2,
  MONTHLY: 3
} as const satisfies EnumValues

export const propertyTypes = {
  PROPERTY_TYPE_UNSPECIFIED: 0,
  PROPERTY_TYPE_ORDINARY: 1,
  PROPERTY_TYPE_SUBPROPERTY: 2,
  PROPERTY_TYPE_ROLLUP: 3
} as const satisfies EnumValues

export const serviceLevels = {
  SERVICE_LEVEL_UNSPECIFIED: 0,
  GOOGLE_ANALYTICS_STANDARD: 1,
  GOOGLE_ANALYTICS_360: 2
} as const satisfies EnumValues

export const streamTypes = {
  DATA_STREAM_TYPE_UNSPECIFIED: 0,
  WEB_DATA_STREAM: 1,
  ANDROID_APP_DATA_STREAM: 2,
  IOS_APP_DATA_STREAM: 3
} as const satisfies EnumValues

export const countingMethods = {
  COUNTING_METHOD_UNSPECIFIED: 0,
  ONCE_PER_EVENT: 1,
  ONCE_PER_SESSION: 2
} as const satisfies EnumValues

const industries = [
  "INDUSTRY_CATEGORY_UNSPECIFIED",
  "AUTOMOTIVE",
  "BUSINESS_AND_INDUSTRIAL_MARKETS",
  "FINANCE",
  "HEALTHCARE",
  "TECHNOLOGY",
  "TRAVEL",
  "OTHER",
  "ARTS_AND_ENTERTAINMENT",
  "BEAUTY_AND_FITNESS",
  "BOOKS_AND_LITERATURE",
  "FOOD_AND_DRINK",
  "GAMES",
  "HOBBIES_AND_LEISURE",
  "HOME_AND_GARDEN",
  "INTERNET_AND_TELECOM",
  "LAW_AND_GOVERNMENT",
  "NEWS",
  "ONLINE_COMMUNITIES",
  "PEOPLE_AND_SOCIETY",
  "PETS_AND_ANIMALS",
  "REAL_ESTATE",
  "REFERENCE",
  "SCIENCE",
  "SPORTS",
  "JOBS_AND_EDUCATION",
  "SHOPPING"
]

export const industryCategories: EnumValues = Object.fromEntries(industries.map((name, number) => [name, number]))
