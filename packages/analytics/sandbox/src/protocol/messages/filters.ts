// Messages for the filters and the order of report requests.

import { matchTypes, operations, orderTypes } from "../enums.ts"
import { double, flag, holds, int64, list, message, type Message, oneOfNames, text } from "../types.ts"

const numericValue = message(
  "NumericValue",
  { int64Value: int64, doubleValue: double },
  { oneOf: [["int64Value", "doubleValue"]] }
)

const stringFilter = message("Filter.StringFilter", {
  matchType: oneOfNames(matchTypes),
  value: text,
  caseSensitive: flag
})
const inListFilter = message("Filter.InListFilter", { values: list(text), caseSensitive: flag })
const numericFilter = message("Filter.NumericFilter", {
  operation: oneOfNames(operations),
  value: holds(() => numericValue)
})
const betweenFilter = message("Filter.BetweenFilter", {
  fromValue: holds(() => numericValue),
  toValue: holds(() => numericValue)
})
const emptyFilter = message("Filter.EmptyFilter", {})

const filter = message(
  "Filter",
  {
    fieldName: text,
    stringFilter: holds(() => stringFilter),
    inListFilter: holds(() => inListFilter),
    numericFilter: holds(() => numericFilter),
    betweenFilter: holds(() => betweenFilter),
    emptyFilter: holds(() => emptyFilter)
  },
  { oneOf: [["stringFilter", "inListFilter", "numericFilter", "betweenFilter", "emptyFilter"]] }
)

const filterExpressionList: Message = message("FilterExpressionList", {
  expressions: list(holds(() => filterExpression))
})

export const filterExpression: Message = message(
  "FilterExpression",
  {
    andGroup: holds(() => filterExpressionList),
    orGroup: holds(() => filterExpressionList),
    notExpression: holds(() => filterExpression),
    filter: holds(() => filter)
  },
  { oneOf: [["andGroup", "orGroup", "notExpression", "filter"]] }
)

const metricOrderBy = message("OrderBy.MetricOrderBy", { metricName: text })
const dimensionOrderBy = message("OrderBy.DimensionOrderBy", {
  dimensionName: text,
  orderType: oneOfNames(orderTypes)
})
const pivotSelection = message("OrderBy.PivotOrderBy.PivotSelection", { dimensionName: text, dimensionValue: text })
const pivotOrderBy = message("OrderBy.PivotOrderBy", {
  metricName: text,
  pivotSelections: list(holds(() => pivotSelection))
})

export const orderBy = message(
  "OrderBy",
  {
    metric: holds(() => metricOrderBy),
    dimension: holds(() => dimensionOrderBy),
    pivot: holds(() => pivotOrderBy),
    desc: flag
  },
  { oneOf: [["metric", "dimension", "pivot"]] }
)

/** All messages of this file, which a test compares with the official ones. */
export const filterMessages = [
  numericValue,
  stringFilter,
  inListFilter,
  numericFilter,
  betweenFilter,
  emptyFilter,
  filter,
  filterExpressionList,
  filterExpression,
  metricOrderBy,
  dimensionOrderBy,
  pivotSelection,
  pivotOrderBy,
  orderBy
]
