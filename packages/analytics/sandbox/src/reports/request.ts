// Types of decoded report requests: fields by their JSON names, enums as names, int64 as numbers.

import type { aggregations, matchTypes, operations, orderTypes } from "../protocol/enums.ts"

export interface NumericValue {
  readonly int64Value?: number
  readonly doubleValue?: number
}

export interface Filter {
  readonly fieldName?: string
  readonly stringFilter?: {
    readonly matchType?: keyof typeof matchTypes
    readonly value?: string
    readonly caseSensitive?: boolean
  }
  readonly inListFilter?: { readonly values?: ReadonlyArray<string>; readonly caseSensitive?: boolean }
  readonly numericFilter?: { readonly operation?: keyof typeof operations; readonly value?: NumericValue }
  readonly betweenFilter?: { readonly fromValue?: NumericValue; readonly toValue?: NumericValue }
  readonly emptyFilter?: object
}

export interface FilterExpression {
  readonly andGroup?: { readonly expressions?: ReadonlyArray<FilterExpression> }
  readonly orGroup?: { readonly expressions?: ReadonlyArray<FilterExpression> }
  readonly notExpression?: FilterExpression
  readonly filter?: Filter
}

export interface OrderBy {
  readonly metric?: { readonly metricName?: string }
  readonly dimension?: { readonly dimensionName?: string; readonly orderType?: keyof typeof orderTypes }
  readonly pivot?: {
    readonly metricName?: string
    readonly pivotSelections?: ReadonlyArray<{ readonly dimensionName?: string; readonly dimensionValue?: string }>
  }
  readonly desc?: boolean
}

export interface AskedDimension {
  readonly name?: string
  readonly dimensionExpression?: {
    readonly lowerCase?: { readonly dimensionName?: string }
    readonly upperCase?: { readonly dimensionName?: string }
    readonly concatenate?: { readonly dimensionNames?: ReadonlyArray<string>; readonly delimiter?: string }
  }
}

export interface AskedMetric {
  readonly name?: string
  readonly expression?: string
  readonly invisible?: boolean
}

export interface DateRange {
  readonly startDate?: string
  readonly endDate?: string
  readonly name?: string
}

export interface Comparison {
  readonly name?: string
  readonly dimensionFilter?: FilterExpression
  readonly comparison?: string
}

export type Aggregation = keyof typeof aggregations

/** Fields that every kind of report has. */
export interface BaseRequest {
  readonly property?: string
  readonly dimensions?: ReadonlyArray<AskedDimension>
  readonly metrics?: ReadonlyArray<AskedMetric>
  readonly dimensionFilter?: FilterExpression
  readonly metricFilter?: FilterExpression
  readonly returnPropertyQuota?: boolean
}

/** Fields for order and paging. */
interface Paged {
  readonly offset?: number
  readonly limit?: number
  readonly metricAggregations?: ReadonlyArray<Aggregation>
  readonly orderBys?: ReadonlyArray<OrderBy>
}

/** Core and pivot reports. */
export interface DatedRequest extends BaseRequest {
  readonly dateRanges?: ReadonlyArray<DateRange>
  readonly currencyCode?: string
  readonly cohortSpec?: object
  readonly keepEmptyRows?: boolean
  readonly comparisons?: ReadonlyArray<Comparison>
}

export interface ReportRequest extends DatedRequest, Paged {}

export interface Pivot {
  readonly fieldNames?: ReadonlyArray<string>
  readonly orderBys?: ReadonlyArray<OrderBy>
  readonly offset?: number
  readonly limit?: number
  readonly metricAggregations?: ReadonlyArray<Aggregation>
}

export interface PivotRequest extends DatedRequest {
  readonly pivots?: ReadonlyArray<Pivot>
}

export interface MinuteRange {
  readonly startMinutesAgo?: number
  readonly endMinutesAgo?: number
  readonly name?: string
}

export interface RealtimeRequest extends BaseRequest, Omit<Paged, "offset"> {
  readonly minuteRanges?: ReadonlyArray<MinuteRange>
}
