/** Reports of a property: metrics by dimensions, with data quality and quota usage. */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import { defined, isJsonObject } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Compatibility, CompatibilityInput, type Metadata } from "../../schema/Metadata.ts"
import { propertyName } from "../../schema/names.ts"
import {
  pivotBatchRules,
  PivotBatchInput,
  PivotInput,
  PivotReport,
  PivotReports,
  pivotRules
} from "../../schema/PivotReport.ts"
import type { PropertyName } from "../../schema/Property.ts"
import { RealtimeInput, realtimeRules } from "../../schema/RealtimeReport.ts"
import {
  BatchInput,
  batchRules,
  Report,
  ReportInput,
  reportRules,
  Reports as ReportList,
  type ReportColumns
} from "../../schema/Report.ts"
import { ofProperty } from "../../wire/endpoint.ts"
import { asColumns, asPivot, asRows, reader } from "../../wire/reports/answers.ts"
import { metricOf, pivotBody, rangesOf, realtimeBody, reportBody } from "../../wire/reports/bodies.ts"
import { rowReader, type RowList } from "../../wire/reports/row-reader.ts"
import { operation, sparseDecoder, undocumented } from "../../wire/service.ts"
import { allOver, type ReportPages } from "./all-rows.ts"
import { catalogueOf, realtimeCatalogueOf } from "./catalogue.ts"
import { metadata, type MetadataCache } from "./metadata.ts"
import { explainNames, filtersIn, type RequestNames, type ReadCatalogue } from "./names.ts"

/** Methods for the reports of a property. All of them are read-only. */
export interface Reports {
  /** `POST v1beta/properties/{propertyId}:runReport`. Returns at most 250,000 rows; `all` reads more. */
  readonly run: (input: ReportInput) => Effect.Effect<Report, ProviderError>
  /** Like `run`, but returns columns. Use it for many rows. */
  readonly columns: (input: ReportInput) => Effect.Effect<ReportColumns, ProviderError>
  /** Like `run`, for any number of rows. They are read in parts of up to 250,000 as they are consumed. */
  readonly all: (input: ReportInput) => ReportPages
  /** `POST v1beta/properties/{propertyId}:runRealtimeReport`: the last 30 minutes. */
  readonly realtime: (input: RealtimeInput) => Effect.Effect<Report, ProviderError>
  /** `POST v1beta/properties/{propertyId}:runPivotReport`. */
  readonly pivot: (input: PivotInput) => Effect.Effect<PivotReport, ProviderError>
  /** `POST v1beta/properties/{propertyId}:batchRunReports`: up to five. */
  readonly batch: (input: BatchInput) => Effect.Effect<ReportList, ProviderError>
  /** `POST v1beta/properties/{propertyId}:batchRunPivotReports`: up to five. */
  readonly batchPivot: (input: PivotBatchInput) => Effect.Effect<PivotReports, ProviderError>
  /**
   * `POST v1beta/properties/{propertyId}:checkCompatibility`: which fields can be combined in one report. Uses quota
   * tokens.
   */
  readonly compatibility: (input: CompatibilityInput) => Effect.Effect<Compatibility, ProviderError>
  /**
   * `GET v1beta/properties/{propertyId}/metadata`: its dimensions and metrics. Uses quota tokens, and is cached for a
   * day.
   */
  readonly metadata: (input: PropertyName) => Effect.Effect<Metadata, ProviderError>
}

export const run = operation({ name: "reports.run", input: ReportInput, output: Report, across: reportRules })

export const realtime = operation({
  name: "reports.realtime",
  input: RealtimeInput,
  output: Report,
  across: realtimeRules
})

export const pivot = operation({ name: "reports.pivot", input: PivotInput, output: PivotReport, across: pivotRules })

export const batch = operation({ name: "reports.batch", input: BatchInput, output: ReportList, across: batchRules })

export const batchPivot = operation({
  name: "reports.batchPivot",
  input: PivotBatchInput,
  output: PivotReports,
  across: pivotBatchRules
})

export const compatibility = operation({
  name: "reports.compatibility",
  input: CompatibilityInput,
  output: Compatibility
})

export { metadata }

/** A report of 250,000 rows with nine dimensions and ten metrics is about 200 MB. */
const MAX_REPORT_BYTES = 256 * 1024 * 1024

const listIn = (body: unknown, key: string): ReadonlyArray<unknown> | undefined => {
  const list = isJsonObject(body) ? body[key] : undefined
  return Array.isArray(list) ? list : undefined
}

/** @param call sends a request to the Data API */
export const make = (call: Client["call"], metadataCache: MetadataCache): Reports => {
  const send = (request: Omit<CallRequest, "method" | "changes" | "maxBodyBytes">) =>
    call({ ...request, method: "POST", changes: false, maxBodyBytes: MAX_REPORT_BYTES })

  const namesOf =
    (property: string, catalogue = catalogueOf): ReadCatalogue =>
    (hasAll) =>
      Effect.map(
        metadataCache.readWith(property, (read) => hasAll(catalogue(read))),
        catalogue
      )

  const explaining = (property: string, inputs: ReadonlyArray<RequestNames>, names = namesOf(property)) => {
    const metrics = inputs.flatMap((input) => input.metrics ?? [])
    const dimensions = inputs.flatMap((input) => input.dimensions ?? [])
    const [filter] = inputs.flatMap((input) => (input.filter === undefined ? [] : [input.filter]))
    return explainNames(
      { metrics: [...new Set(metrics)], dimensions: [...new Set(dimensions)], ...(filter !== undefined && { filter }) },
      names
    )
  }

  /**
   * Makes a function that requests reports of a property. If the service rejects a request, the error explains unknown
   * names.
   */
  const asking = <I extends RequestNames>(
    operationName: string,
    action: string,
    bodyOf: (input: I, filters: Effect.Success<ReturnType<typeof filtersIn>>) => NonNullable<CallRequest["body"]>,
    { catalogue, ...options }: Pick<CallRequest, "bodyReader"> & { readonly catalogue?: typeof catalogueOf } = {}
  ) =>
    Effect.fnUntraced(function* (property: string, inputs: ReadonlyArray<I>) {
      const names = namesOf(property, catalogue)
      const requests = yield* Effect.forEach(inputs, (input) =>
        Effect.map(filtersIn(operationName, input, names), (filters) => bodyOf(input, filters))
      )
      const body = action.startsWith("batch") ? { requests } : (requests[0] ?? {})
      const endpoint = ofProperty(property, `:${action}`)
      return yield* explaining(property, inputs, names)(send({ ...options, operation: operationName, endpoint, body }))
    })

  /** Makes a function that decodes the reports of a batch. */
  const listReader = (operationName: string, key: string) => {
    const read = reader(operationName)
    return Effect.fnUntraced(function* <I extends Parameters<typeof rangesOf>[0]>(
      body: unknown,
      inputs: ReadonlyArray<I>,
      pageOf?: (input: I) => Parameters<typeof read>[2]
    ) {
      const list = listIn(body, key) ?? []
      if (list.length !== inputs.length) return yield* undocumented(operationName, [key])
      return yield* Effect.forEach(inputs, (input, at) => read(list[at], rangesOf(input), pageOf?.(input)))
    })
  }

  const askReport = asking(run.name, "runReport", reportBody, { bodyReader: rowReader })
  const askRealtime = asking(realtime.name, "runRealtimeReport", realtimeBody, { catalogue: realtimeCatalogueOf })
  const askPivot = asking(pivot.name, "runPivotReport", pivotBody)
  const askBatch = asking(batch.name, "batchRunReports", reportBody)
  const askBatchPivot = asking(batchPivot.name, "batchRunPivotReports", pivotBody)

  const readReport = reader(run.name)
  const one = Effect.fnUntraced(function* (input: ReportInput) {
    const answer = yield* askReport(input.property, [input])
    return yield* readReport(answer.body, rangesOf(input), input, answer.list as RowList | undefined)
  })

  const readRealtime = reader(realtime.name)
  const readPivot = reader(pivot.name)
  const readBatch = listReader(batch.name, "reports")
  const readBatchPivot = listReader(batchPivot.name, "pivotReports")
  const readCompatibility = sparseDecoder(compatibility.name, Compatibility, Object.keys(Compatibility.fields))

  const columns = Operation.method(run, (input) => Effect.map(one(input), asColumns))
  const reports: Reports = {
    run: Operation.method(run, (input) => Effect.map(one(input), asRows)),
    columns,
    all: allOver(run, columns),
    realtime: Operation.method(
      realtime,
      Effect.fnUntraced(function* (input: RealtimeInput) {
        const answer = yield* askRealtime(input.property, [input])
        return asRows(yield* readRealtime(answer.body, [], input))
      })
    ),
    pivot: Operation.method(
      pivot,
      Effect.fnUntraced(function* (input: PivotInput) {
        const answer = yield* askPivot(input.property, [input])
        return asPivot(yield* readPivot(answer.body, rangesOf(input)))
      })
    ),
    batch: Operation.method(
      batch,
      Effect.fnUntraced(function* ({ property, reports: inputs }: BatchInput) {
        const answer = yield* askBatch(property, inputs)
        return { reports: (yield* readBatch(answer.body, inputs, (input) => input)).map(asRows) }
      })
    ),
    batchPivot: Operation.method(
      batchPivot,
      Effect.fnUntraced(function* ({ property, reports: inputs }: PivotBatchInput) {
        const answer = yield* askBatchPivot(property, inputs)
        return { reports: (yield* readBatchPivot(answer.body, inputs)).map(asPivot) }
      })
    ),
    compatibility: Operation.method(compatibility, ({ property, metrics, dimensions, show }) => {
      const request = {
        operation: compatibility.name,
        endpoint: ofProperty(property, ":checkCompatibility"),
        body: defined({
          metrics: metrics?.map(metricOf),
          dimensions: dimensions?.map((name) => ({ name })),
          compatibilityFilter: show
        })
      }
      return Effect.flatMap(explaining(property, [{ metrics, dimensions }])(send(request)), readCompatibility)
    }),
    metadata: Operation.method(metadata, ({ property }) => metadataCache.read(propertyName(property)))
  }
  return reports
}
