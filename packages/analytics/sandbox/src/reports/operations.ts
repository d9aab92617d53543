// Report operations of the Data API and their quota usage.

import { invalid } from "../frame/errors.ts"
import { type Context, operation } from "../frame/operation.ts"
import type { Content } from "../protocol/encode.ts"
import {
  batchRunPivotReportsResponse,
  batchRunReportsResponse,
  runPivotReportResponse,
  runRealtimeReportResponse,
  runReportResponse
} from "../protocol/messages/reports.ts"
import {
  batchRunPivotReportsRequest,
  batchRunReportsRequest,
  runPivotReportRequest,
  runRealtimeReportRequest,
  runReportRequest
} from "../protocol/messages/requests.ts"
import { costOf, filtersIn } from "../quotas/cost.ts"
import type { Account, Category } from "../quotas/quotas.ts"
import { runPivotReport } from "./pivot.ts"
import type { Planned } from "./plan.ts"
import { runRealtimeReport } from "./realtime.ts"
import type { BaseRequest, PivotRequest, RealtimeRequest, ReportRequest } from "./request.ts"
import { runReport } from "./run-report.ts"
import { reportedProperty, subjectOf } from "./subject-of.ts"

/** The property's quota of a category, for the caller's project. */
export const accountOf =
  (category: Category) =>
  (context: Context): Account => ({
    propertyId: reportedProperty(context).id,
    category,
    project: context.token.project
  })

/** Charges the quota for a response, and returns the quota status if the request asks for it. */
export const charged = (
  context: Context,
  category: Category,
  request: BaseRequest,
  { days, isThresholded, rows }: Pick<Planned, "days" | "isThresholded"> & { readonly rows: number }
): Content => {
  const account = accountOf(category)(context)
  const columns = (request.dimensions?.length ?? 0) + (request.metrics?.length ?? 0)
  const filters = filtersIn(request.dimensionFilter) + filtersIn(request.metricFilter)
  const tokens = costOf({ columns, days, filters, rows })
  const thresholded = Number(isThresholded)
  context.state.quotas.charge(account, tokens, thresholded)
  context.call.tokens += tokens
  return request.returnPropertyQuota === true
    ? { propertyQuota: context.state.quotas.standing(account, tokens, thresholded) }
    : {}
}

const report = (context: Context, request: ReportRequest): Content => {
  const { answer, planned } = runReport(request, subjectOf(context))
  return { ...answer, ...charged(context, "core", request, { ...planned, rows: answer.rowCount }) }
}

const pivot = (context: Context, request: PivotRequest): Content => {
  const { answer, planned, rows } = runPivotReport(request, subjectOf(context))
  return { ...answer, ...charged(context, "core", request, { ...planned, rows }) }
}

const realtime = (context: Context): Content => {
  const request: RealtimeRequest = context.body
  const { answer, isThresholded } = runRealtimeReport(request, subjectOf(context))
  return { ...answer, ...charged(context, "realtime", request, { days: 0, isThresholded, rows: answer.rowCount }) }
}

const mostReports = 5

/** The reports of a batch: one to five, all for the property in the path. */
const batchOf = ({ body, params }: Context): ReadonlyArray<BaseRequest> => {
  const requests = (body["requests"] ?? []) as ReadonlyArray<BaseRequest>
  if (requests.length === 0) throw invalid("A batch requires at least one request.")
  if (requests.length > mostReports) throw invalid(`Batch requests are limited to ${mostReports} requests.`)
  const own = `properties/${params["property"] ?? ""}`
  if (requests.some(({ property = own }) => property !== own)) {
    throw invalid("Every request of a batch must be for the property of the batch.")
  }
  return requests
}

const shared = { readOnly: true, account: accountOf("core") } as const

export const reportOperations = [
  operation("data", "POST properties/{property}:runReport", {
    ...shared,
    name: "runReport",
    takes: runReportRequest,
    gives: runReportResponse,
    run: (context) => report(context, context.body)
  }),
  operation("data", "POST properties/{property}:runPivotReport", {
    ...shared,
    name: "runPivotReport",
    takes: runPivotReportRequest,
    gives: runPivotReportResponse,
    run: (context) => pivot(context, context.body)
  }),
  operation("data", "POST properties/{property}:runRealtimeReport", {
    ...shared,
    name: "runRealtimeReport",
    takes: runRealtimeReportRequest,
    gives: runRealtimeReportResponse,
    account: accountOf("realtime"),
    run: realtime
  }),
  operation("data", "POST properties/{property}:batchRunReports", {
    ...shared,
    name: "batchRunReports",
    takes: batchRunReportsRequest,
    gives: batchRunReportsResponse,
    run: (context) => ({
      reports: batchOf(context).map((request) => report(context, request)),
      kind: "analyticsData#batchRunReports"
    })
  }),
  operation("data", "POST properties/{property}:batchRunPivotReports", {
    ...shared,
    name: "batchRunPivotReports",
    takes: batchRunPivotReportsRequest,
    gives: batchRunPivotReportsResponse,
    run: (context) => ({
      pivotReports: batchOf(context).map((request) => pivot(context, request)),
      kind: "analyticsData#batchRunPivotReports"
    })
  })
]
