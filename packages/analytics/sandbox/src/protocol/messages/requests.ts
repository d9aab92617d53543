// Messages of the Data API: requests.

import { aggregations, compatibilities, granularities } from "../enums.ts"
import { flag, holds, int32, int64, list, message, oneOfNames, text } from "../types.ts"
import { filterExpression, orderBy } from "./filters.ts"

const caseExpression = message("DimensionExpression.CaseExpression", { dimensionName: text })
const concatenateExpression = message("DimensionExpression.ConcatenateExpression", {
  dimensionNames: list(text),
  delimiter: text
})
const dimensionExpression = message(
  "DimensionExpression",
  {
    lowerCase: holds(() => caseExpression),
    upperCase: holds(() => caseExpression),
    concatenate: holds(() => concatenateExpression)
  },
  { oneOf: [["lowerCase", "upperCase", "concatenate"]] }
)
const dimension = message("Dimension", { name: text, dimensionExpression: holds(() => dimensionExpression) })
const metric = message("Metric", { name: text, expression: text, invisible: flag })
const dateRange = message("DateRange", { startDate: text, endDate: text, name: text })
const minuteRange = message(
  "MinuteRange",
  { startMinutesAgo: int32, endMinutesAgo: int32, name: text },
  { present: ["startMinutesAgo", "endMinutesAgo"] }
)
const comparison = message(
  "Comparison",
  { name: text, dimensionFilter: holds(() => filterExpression), comparison: text },
  { present: ["name"], oneOf: [["dimensionFilter", "comparison"]] }
)
const cohort = message("Cohort", { name: text, dimension: text, dateRange: holds(() => dateRange) })
const cohortsRange = message("CohortsRange", {
  granularity: oneOfNames(granularities),
  startOffset: int32,
  endOffset: int32
})
const cohortReportSettings = message("CohortReportSettings", { accumulate: flag })
const cohortSpec = message("CohortSpec", {
  cohorts: list(holds(() => cohort)),
  cohortsRange: holds(() => cohortsRange),
  cohortReportSettings: holds(() => cohortReportSettings)
})
const pivot = message("Pivot", {
  fieldNames: list(text),
  orderBys: list(holds(() => orderBy)),
  offset: int64,
  limit: int64,
  metricAggregations: list(oneOfNames(aggregations))
})

const requestFields = {
  property: text,
  dimensions: list(holds(() => dimension)),
  metrics: list(holds(() => metric)),
  dimensionFilter: holds(() => filterExpression),
  metricFilter: holds(() => filterExpression)
}
const ofDates = {
  ...requestFields,
  dateRanges: list(holds(() => dateRange)),
  currencyCode: text,
  cohortSpec: holds(() => cohortSpec),
  keepEmptyRows: flag,
  returnPropertyQuota: flag,
  comparisons: list(holds(() => comparison))
}

export const runReportRequest = message("RunReportRequest", {
  ...ofDates,
  offset: int64,
  limit: int64,
  metricAggregations: list(oneOfNames(aggregations)),
  orderBys: list(holds(() => orderBy))
})
export const runPivotReportRequest = message("RunPivotReportRequest", { ...ofDates, pivots: list(holds(() => pivot)) })
export const runRealtimeReportRequest = message("RunRealtimeReportRequest", {
  ...requestFields,
  limit: int64,
  metricAggregations: list(oneOfNames(aggregations)),
  orderBys: list(holds(() => orderBy)),
  returnPropertyQuota: flag,
  minuteRanges: list(holds(() => minuteRange))
})
export const batchRunReportsRequest = message("BatchRunReportsRequest", {
  property: text,
  requests: list(holds(() => runReportRequest))
})
export const batchRunPivotReportsRequest = message("BatchRunPivotReportsRequest", {
  property: text,
  requests: list(holds(() => runPivotReportRequest))
})
export const checkCompatibilityRequest = message("CheckCompatibilityRequest", {
  ...requestFields,
  compatibilityFilter: oneOfNames(compatibilities)
})

/** All messages of this file, which a test compares with the official ones. */
export const requestMessages = [
  caseExpression,
  concatenateExpression,
  dimensionExpression,
  dimension,
  metric,
  dateRange,
  minuteRange,
  comparison,
  cohort,
  cohortsRange,
  cohortReportSettings,
  cohortSpec,
  pivot,
  runReportRequest,
  runPivotReportRequest,
  runRealtimeReportRequest,
  batchRunReportsRequest,
  batchRunPivotReportsRequest,
  checkCompatibilityRequest
]
