// The reports of the Data API, with what each takes of the property's quotas.

import { invalid } from "../frame/errors.ts"
import { type Context, operation } from "../frame/operation.ts"
import type { Content } from "../protocol/encode.ts"
import { batchRunReportsResponse, runReportResponse } from "../protocol/messages/reports.ts"
import { batchRunReportsRequest, runReportRequest } from "../protocol/messages/requests.ts"
import { costOf, filtersIn } from "../quotas/cost.ts"
import type { Account, Category } from "../quotas/quotas.ts"
import type { Planned } from "./plan.ts"
import type { Asked, ReportRequest } from "./request.ts"
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

/** Takes tokens for an answer, and says what is left where the request asks for it. */
export const charged = (
  context: Context,
  category: Category,
  request: Asked,
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

const mostReports = 5

/** The reports of a batch: one to five, all of the property in the path. */
export const batchOf = <Request extends Asked>({ body, params }: Context): ReadonlyArray<Request> => {
  const requests = (body["requests"] ?? []) as ReadonlyArray<Request>
  if (requests.length === 0) throw invalid("A batch requires at least one request.")
  if (requests.length > mostReports) throw invalid(`Batch requests are limited to ${mostReports} requests.`)
  const own = `properties/${params["property"] ?? ""}`
  if (requests.some(({ property = own }) => property !== own)) {
    throw invalid("Every request of a batch must be for the property of the batch.")
  }
  return requests
}

export const reportOperations = [
  operation("data", "POST properties/{property}:runReport", {
    name: "runReport",
    takes: runReportRequest,
    gives: runReportResponse,
    readOnly: true,
    account: accountOf("core"),
    run: (context) => report(context, context.body as ReportRequest)
  }),
  operation("data", "POST properties/{property}:batchRunReports", {
    name: "batchRunReports",
    takes: batchRunReportsRequest,
    gives: batchRunReportsResponse,
    readOnly: true,
    account: accountOf("core"),
    run: (context) => ({
      reports: batchOf<ReportRequest>(context).map((request) => report(context, request)),
      kind: "analyticsData#batchRunReports"
    })
  })
]
