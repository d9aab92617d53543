/**
 * Resolves names of dimensions and metrics with the property's metadata, and suggests corrections for unknown names.
 */
import { invalidReason, type ProviderError, type Reason, withReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { fieldsOf } from "../../schema/filter/Expression.ts"
import { parse } from "../../schema/filter/parse.ts"
import { METRIC_EXPRESSION } from "../../schema/names.ts"
import { metricName } from "../../schema/report-fields.ts"
import { filtersOf, type Filters, type Kind } from "../../wire/reports/filter-expression.ts"
import { providerError } from "../../wire/service.ts"
import { kindOf, suggestionsFor, type Catalogue } from "./catalogue.ts"

/** The names in a request. */
export interface RequestNames {
  readonly metrics?: ReadonlyArray<string> | undefined
  readonly dimensions?: ReadonlyArray<string> | undefined
  readonly filter?: string
}

/**
 * Reads the names of a property. They may be a day old, so ones that `hasAll` rejects are read again if they are not
 * from just now.
 */
export type ReadCatalogue = (hasAll: (catalogue: Catalogue) => boolean) => Effect.Effect<Catalogue, ProviderError>

interface Reference {
  readonly field: string
  readonly name: string
  readonly kind?: Kind
}

const unknownNames = (references: ReadonlyArray<Reference>, catalogue: Catalogue): Reason | undefined => {
  const unexpected = references.filter(({ name, kind }) => {
    const its = catalogue.kinds.get(name)
    return its === undefined || (kind !== undefined && its !== kind)
  })
  if (unexpected.length === 0) return undefined
  const names = unexpected.flatMap(({ name, kind }) => suggestionsFor(name, kind, catalogue))
  const fields = unexpected.map(({ field, name, kind }) => {
    const its = catalogue.kinds.get(name)
    const isOther = its !== undefined && kind !== undefined && its !== kind
    const near = suggestionsFor(name, kind, catalogue)
    return {
      field,
      message: isOther
        ? `names ${name}, which is a ${its}`
        : `names ${name}, which the property does not have${near.length === 0 ? "" : `: perhaps ${near.join(", ")}`}`
    }
  })
  return {
    _tag: "Invalid",
    what: `${fields.map(({ field, message }) => `${field} ${message}`).join("; ")}.`,
    fields,
    remedy: { to: "chooseName", names }
  }
}

/** The names in a request, except those within metric expressions. */
const askedIn = ({ metrics = [], dimensions = [], filter }: RequestNames): ReadonlyArray<Reference> => {
  const expression = filter === undefined ? undefined : parse(filter)
  const own = metrics.flatMap((metric) => (METRIC_EXPRESSION.test(metric) ? [metricName(metric)] : []))
  return [
    ...metrics
      .filter((metric) => !METRIC_EXPRESSION.test(metric))
      .map((name) => ({ field: "metrics", name, kind: "metric" as const })),
    ...dimensions.map((name) => ({ field: "dimensions", name, kind: "dimension" as const })),
    ...(expression !== undefined && Result.isSuccess(expression)
      ? fieldsOf(expression.success)
          .filter((name) => !own.includes(name))
          .map((name) => ({ field: "filter", name }))
      : [])
  ]
}

/**
 * If the service rejected the request, replaces the error with one that names the unknown names and suggests similar
 * ones.
 */
export const explainNames =
  (named: RequestNames, readCatalogue: ReadCatalogue) =>
  <A>(call: Effect.Effect<A, ProviderError>): Effect.Effect<A, ProviderError> =>
    call.pipe(
      Effect.catch((error) => {
        const { what } = error.reason
        if (error.reason._tag !== "Invalid" || error.reason.nothing === "sent") return Effect.fail(error)
        // The service accepts former names for a time, so one is the cause only if the service names it.
        const unknown = (catalogue: Catalogue) =>
          unknownNames(
            askedIn(named).filter(({ name }) => !catalogue.renamed.has(name) || what.includes(name)),
            catalogue
          )
        return Effect.flatMap(Effect.result(readCatalogue((catalogue) => unknown(catalogue) === undefined)), (read) => {
          const reason = Result.isSuccess(read) ? unknown(read.success) : undefined
          return Effect.fail(reason === undefined ? error : withReason(error, reason))
        })
      })
    )

/** Kinds of names, according to the request's own dimensions and metrics. */
const kindsIn = ({ metrics = [], dimensions = [] }: RequestNames): Map<string, Kind> =>
  new Map([
    ...dimensions.map((name) => [name, "dimension"] as const),
    ...metrics.map((metric) => [metricName(metric), "metric"] as const)
  ])

/**
 * The filters of a request. The metadata is read only if the filter uses a field that is not a column of the report.
 */
export const filtersIn = Effect.fnUntraced(function* (
  operation: string,
  named: RequestNames,
  readCatalogue: ReadCatalogue
) {
  const none: Filters = {}
  const expression = named.filter === undefined ? undefined : parse(named.filter)
  if (expression === undefined || Result.isFailure(expression)) return none
  const kinds = kindsIn(named)
  const unclear = fieldsOf(expression.success).filter((name) => !kinds.has(name))
  if (unclear.length > 0) {
    const unknown = (catalogue: Catalogue) => unclear.filter((name) => kindOf(catalogue, name) === undefined)
    const catalogue = yield* readCatalogue((read) => unknown(read).length === 0)
    const reason = unknownNames(
      unknown(catalogue).map((name) => ({ field: "filter", name })),
      catalogue
    )
    if (reason !== undefined) return yield* providerError(operation, { ...reason, nothing: "sent" })
    for (const name of unclear) kinds.set(name, kindOf(catalogue, name) ?? "dimension")
  }
  const filters = filtersOf(expression.success, kinds)
  if (Result.isSuccess(filters)) return filters.success
  return yield* providerError(operation, invalidReason([{ field: "filter", message: filters.failure }]))
})
