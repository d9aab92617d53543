// Operations on the fields of a property: metadata and compatibility.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/properties/checkCompatibility

import { type Context, operation } from "../frame/operation.ts"
import type { Content } from "../protocol/encode.ts"
import { checkCompatibilityResponse, metadata } from "../protocol/messages/reports.ts"
import { checkCompatibilityRequest } from "../protocol/messages/requests.ts"
import { coreFields, dimensionOf, metricOf } from "../reports/columns.ts"
import { assertCompatible, conflictOf } from "../reports/compatibility.ts"
import { accountOf, charged } from "../reports/operations.ts"
import type { BaseRequest } from "../reports/request.ts"
import { subjectOf } from "../reports/subject-of.ts"
import type { Subject } from "../reports/subject.ts"
import { dimensions, metricsOf } from "./catalog.ts"
import type { Dimension } from "./dimensions.ts"
import type { Metric } from "./metrics.ts"

const describeDimension = ({ apiName, category, description, uiName }: Dimension): Content => ({
  apiName,
  uiName,
  description,
  category,
  customDefinition: apiName.startsWith("custom")
})

const blockedReasons = { COST_DATA: "NO_COST_METRICS", REVENUE_DATA: "NO_REVENUE_METRICS" }

const describeMetric =
  ({ restrictions }: Subject) =>
  ({ apiName, category, deprecatedApiNames, description, restriction, type, uiName }: Metric): Content => ({
    apiName,
    uiName,
    description,
    deprecatedApiNames,
    type,
    category,
    blockedReasons: restriction !== null && restrictions.has(restriction) ? [blockedReasons[restriction]] : []
  })

const cheap = { days: 0, isThresholded: false, rows: 0 }

const describe = (context: Context): Content => {
  const subject = subjectOf(context)
  charged(context, "core", {}, cheap)
  return {
    name: `properties/${subject.propertyId}/metadata`,
    dimensions: dimensions.map(describeDimension),
    metrics: metricsOf(subject.keyEvents).map(describeMetric(subject))
  }
}

const check = (context: Context): Content => {
  const subject = subjectOf(context)
  const request = context.body as BaseRequest & { readonly compatibilityFilter?: string }
  const requestFields = {
    dimensions: (request.dimensions ?? []).map(({ name = "" }) => dimensionOf(name, coreFields)),
    metrics: (request.metrics ?? []).map(({ name = "" }) => metricOf(name, subject.keyEvents, coreFields))
  }
  assertCompatible(requestFields)
  charged(context, "core", request, cheap)
  const filter = request.compatibilityFilter ?? "COMPATIBILITY_UNSPECIFIED"
  const isShown = ({ compatibility }: { readonly compatibility: string }): boolean =>
    filter === "COMPATIBILITY_UNSPECIFIED" || filter === compatibility
  const verdict = (with_: typeof requestFields): string =>
    conflictOf(with_) === undefined ? "COMPATIBLE" : "INCOMPATIBLE"
  return {
    dimensionCompatibilities: dimensions
      .map((dimension) => ({
        dimensionMetadata: describeDimension(dimension),
        compatibility: verdict({ ...requestFields, dimensions: [...requestFields.dimensions, dimension] })
      }))
      .filter(isShown),
    metricCompatibilities: metricsOf(subject.keyEvents)
      .map((metric) => ({
        metricMetadata: describeMetric(subject)(metric),
        compatibility: verdict({ ...requestFields, metrics: [...requestFields.metrics, metric] })
      }))
      .filter(isShown)
  }
}

export const fieldOperations = [
  operation("data", "GET properties/{property}/metadata", {
    name: "getMetadata",
    gives: metadata,
    account: accountOf("core"),
    run: describe
  }),
  operation("data", "POST properties/{property}:checkCompatibility", {
    name: "checkCompatibility",
    takes: checkCompatibilityRequest,
    gives: checkCompatibilityResponse,
    readOnly: true,
    account: accountOf("core"),
    run: check
  })
]
