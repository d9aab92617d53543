// Messages of the Data API: responses.

import { blockedReasons, compatibilities, metricTypes, restrictedMetricTypes, truncationTypes } from "../enums.ts"
import { flag, holds, int32, int64, list, message, oneOfNames, text } from "../types.ts"

const dimensionHeader = message("DimensionHeader", { name: text })
const metricHeader = message("MetricHeader", { name: text, type: oneOfNames(metricTypes) })
const dimensionValue = message("DimensionValue", { value: text }, { oneOf: [["value"]] })
const metricValue = message("MetricValue", { value: text }, { oneOf: [["value"]] })
const row = message("Row", {
  dimensionValues: list(holds(() => dimensionValue)),
  metricValues: list(holds(() => metricValue))
})
const quotaStatus = message(
  "QuotaStatus",
  { consumed: int32, remaining: int32 },
  { present: ["consumed", "remaining"] }
)
const propertyQuota = message("PropertyQuota", {
  tokensPerDay: holds(() => quotaStatus),
  tokensPerHour: holds(() => quotaStatus),
  concurrentRequests: holds(() => quotaStatus),
  serverErrorsPerProjectPerHour: holds(() => quotaStatus),
  potentiallyThresholdedRequestsPerHour: holds(() => quotaStatus),
  tokensPerProjectPerHour: holds(() => quotaStatus)
})
const activeMetricRestriction = message(
  "ResponseMetaData.SchemaRestrictionResponse.ActiveMetricRestriction",
  { metricName: text, restrictedMetricTypes: list(oneOfNames(restrictedMetricTypes)) },
  { present: ["metricName"] }
)
const schemaRestrictionResponse = message("ResponseMetaData.SchemaRestrictionResponse", {
  activeMetricRestrictions: list(holds(() => activeMetricRestriction))
})
const truncationDateRange = message(
  "ResponseMetaData.DataTruncationReason.DataTruncationDateRange",
  { startDate: text, endDate: text },
  { present: ["startDate", "endDate"] }
)
const dataTruncationReason = message(
  "ResponseMetaData.DataTruncationReason",
  {
    dataTruncationType: oneOfNames(truncationTypes),
    dataTruncationMessage: text,
    dataTruncationDate: text,
    dataTruncationDateRanges: list(holds(() => truncationDateRange))
  },
  { present: ["dataTruncationType", "dataTruncationMessage", "dataTruncationDate"] }
)
const samplingMetadata = message("SamplingMetadata", { samplesReadCount: int64, samplingSpaceSize: int64 })
const responseMetaData = message(
  "ResponseMetaData",
  {
    dataLossFromOtherRow: flag,
    schemaRestrictionResponse: holds(() => schemaRestrictionResponse),
    currencyCode: text,
    timeZone: text,
    emptyReason: text,
    subjectToThresholding: flag,
    samplingMetadatas: list(holds(() => samplingMetadata)),
    dataTruncationReasons: list(holds(() => dataTruncationReason))
  },
  { present: ["schemaRestrictionResponse", "currencyCode", "timeZone", "emptyReason", "subjectToThresholding"] }
)

const rows = list(holds(() => row))
const headers = {
  dimensionHeaders: list(holds(() => dimensionHeader)),
  metricHeaders: list(holds(() => metricHeader))
}
const totals = { totals: rows, maximums: rows, minimums: rows, rowCount: int32 }

export const runReportResponse = message("RunReportResponse", {
  ...headers,
  rows,
  ...totals,
  metadata: holds(() => responseMetaData),
  propertyQuota: holds(() => propertyQuota),
  kind: text
})
export const runRealtimeReportResponse = message("RunRealtimeReportResponse", {
  ...headers,
  rows,
  ...totals,
  propertyQuota: holds(() => propertyQuota),
  kind: text
})
const pivotDimensionHeader = message("PivotDimensionHeader", { dimensionValues: list(holds(() => dimensionValue)) })
const pivotHeader = message("PivotHeader", {
  pivotDimensionHeaders: list(holds(() => pivotDimensionHeader)),
  rowCount: int32
})
export const runPivotReportResponse = message("RunPivotReportResponse", {
  pivotHeaders: list(holds(() => pivotHeader)),
  ...headers,
  rows,
  aggregates: rows,
  metadata: holds(() => responseMetaData),
  propertyQuota: holds(() => propertyQuota),
  kind: text
})
export const batchRunReportsResponse = message("BatchRunReportsResponse", {
  reports: list(holds(() => runReportResponse)),
  kind: text
})
export const batchRunPivotReportsResponse = message("BatchRunPivotReportsResponse", {
  pivotReports: list(holds(() => runPivotReportResponse)),
  kind: text
})

const described = {
  apiName: text,
  uiName: text,
  description: text,
  deprecatedApiNames: list(text),
  customDefinition: flag,
  category: text
}
const dimensionMetadata = message("DimensionMetadata", described)
const metricMetadata = message("MetricMetadata", {
  ...described,
  type: oneOfNames(metricTypes),
  expression: text,
  blockedReasons: list(oneOfNames(blockedReasons))
})
const comparisonMetadata = message("ComparisonMetadata", { apiName: text, uiName: text, description: text })
export const metadata = message("Metadata", {
  name: text,
  dimensions: list(holds(() => dimensionMetadata)),
  metrics: list(holds(() => metricMetadata)),
  comparisons: list(holds(() => comparisonMetadata))
})
const dimensionCompatibility = message(
  "DimensionCompatibility",
  { dimensionMetadata: holds(() => dimensionMetadata), compatibility: oneOfNames(compatibilities) },
  { present: ["dimensionMetadata", "compatibility"] }
)
const metricCompatibility = message(
  "MetricCompatibility",
  { metricMetadata: holds(() => metricMetadata), compatibility: oneOfNames(compatibilities) },
  { present: ["metricMetadata", "compatibility"] }
)
export const checkCompatibilityResponse = message("CheckCompatibilityResponse", {
  dimensionCompatibilities: list(holds(() => dimensionCompatibility)),
  metricCompatibilities: list(holds(() => metricCompatibility))
})

/** All messages of this file, which a test compares with the official ones. */
export const reportMessages = [
  dimensionHeader,
  metricHeader,
  dimensionValue,
  metricValue,
  row,
  quotaStatus,
  propertyQuota,
  activeMetricRestriction,
  schemaRestrictionResponse,
  truncationDateRange,
  dataTruncationReason,
  samplingMetadata,
  responseMetaData,
  runReportResponse,
  runRealtimeReportResponse,
  pivotDimensionHeader,
  pivotHeader,
  runPivotReportResponse,
  batchRunReportsResponse,
  batchRunPivotReportsResponse,
  dimensionMetadata,
  metricMetadata,
  comparisonMetadata,
  metadata,
  dimensionCompatibility,
  metricCompatibility,
  checkCompatibilityResponse
]
