/** Metadata of a property: its dimensions and metrics, including custom ones. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { PropertyName } from "./Property.ts"

const commonFields = {
  apiName: Schema.String,
  uiName: maybe(Schema.String),
  description: maybe(Schema.String),
  category: maybe(Schema.String),
  /** Deprecated names, such as `conversions` for `keyEvents`. */
  deprecatedApiNames: maybe(Schema.Array(Schema.String)),
  customDefinition: maybe(Schema.Boolean)
}

/** A dimension. */
export const DimensionMetadata = Schema.Struct(commonFields)
export type DimensionMetadata = typeof DimensionMetadata.Type

/** A metric. */
export const MetricMetadata = Schema.Struct({
  ...commonFields,
  /** `TYPE_INTEGER`, `TYPE_SECONDS`, `TYPE_CURRENCY`, ... */
  type: maybe(Schema.String),
  expression: maybe(Schema.String),
  /** Why the credential cannot see the metric. Reports contain zeros instead. */
  blockedReasons: maybe(Schema.Array(Schema.String))
})
export type MetricMetadata = typeof MetricMetadata.Type

/** A property's dimensions and metrics. */
export const Metadata = Schema.Struct({
  name: maybe(Schema.String),
  dimensions: maybe(Schema.Array(DimensionMetadata)),
  metrics: maybe(Schema.Array(MetricMetadata))
})
export type Metadata = typeof Metadata.Type

/** Dimensions and metrics that should be combined in one report. */
export const CompatibilityInput = Schema.Struct({
  ...PropertyName.fields,
  metrics: Schema.optionalKey(Schema.Array(Names.metric())),
  dimensions: Schema.optionalKey(Schema.Array(Names.dimension())),
  /** Returns only the fields that can be added, or only those that cannot. */
  show: Schema.optionalKey(Schema.Literals(["COMPATIBLE", "INCOMPATIBLE"]))
})
export type CompatibilityInput = typeof CompatibilityInput.Type

/** Whether each dimension and metric can be added to the report. */
export const Compatibility = Schema.Struct({
  dimensionCompatibilities: maybe(
    Schema.Array(Schema.Struct({ dimensionMetadata: maybe(DimensionMetadata), compatibility: maybe(Schema.String) }))
  ),
  metricCompatibilities: maybe(
    Schema.Array(Schema.Struct({ metricMetadata: maybe(MetricMetadata), compatibility: maybe(Schema.String) }))
  )
})
export type Compatibility = typeof Compatibility.Type
