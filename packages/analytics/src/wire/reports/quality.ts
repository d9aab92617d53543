/** Determines the quality of a report's data from its metadata, dates and rows. */
import * as Schema from "effect/Schema"

import { clockIn } from "../../schema/clocks.ts"
import { int64, maybe } from "../../schema/maybe.ts"
import type { Quality } from "../../schema/Quality.ts"
import { resolvedDate, type DateRange } from "../../schema/ranges.ts"
import type { Column, Value } from "../../schema/Report.ts"

/** The metadata of a report, as the service sends it. */
export const ResponseMetadata = Schema.Struct({
  dataLossFromOtherRow: maybe(Schema.Boolean),
  subjectToThresholding: maybe(Schema.Boolean),
  emptyReason: maybe(Schema.String),
  currencyCode: maybe(Schema.String),
  timeZone: maybe(Schema.String),
  samplingMetadatas: maybe(
    Schema.Array(Schema.Struct({ samplesReadCount: maybe(int64), samplingSpaceSize: maybe(int64) }))
  ),
  schemaRestrictionResponse: maybe(
    Schema.Struct({
      activeMetricRestrictions: maybe(Schema.Array(Schema.Struct({ metricName: maybe(Schema.String) })))
    })
  ),
  dataTruncationReasons: maybe(
    Schema.Array(
      Schema.Struct({
        dataTruncationType: maybe(Schema.String),
        dataTruncationMessage: maybe(Schema.String),
        dataTruncationDate: maybe(Schema.String),
        dataTruncationDateRanges: maybe(
          Schema.Array(Schema.Struct({ startDate: maybe(Schema.String), endDate: maybe(Schema.String) }))
        )
      })
    )
  )
})
type ResponseMetadata = typeof ResponseMetadata.Type

/** How long data may still change. */
const SETTLED_AFTER_MILLIS = 48 * 3_600_000

/** The day of a timestamp in a time zone, or undefined if the time zone is unknown. */
export const dayIn = (timeZone: string | null | undefined, millis: number): string | undefined =>
  timeZone === undefined || timeZone === null ? undefined : clockIn(timeZone)?.(millis)

/** The first day of the ranges whose data may still change. */
const unsettled = (timeZone: string | null | undefined, ranges: ReadonlyArray<DateRange>, nowMillis: number) => {
  const today = dayIn(timeZone, nowMillis)
  const firstUnsettledDay = dayIn(timeZone, nowMillis - SETTLED_AFTER_MILLIS)
  if (today === undefined || firstUnsettledDay === undefined) return undefined
  const days = ranges.flatMap(({ startDate, endDate }) => {
    const [from, to] = [resolvedDate(startDate, today), resolvedDate(endDate, today)]
    return to < firstUnsettledDay ? [] : [from > firstUnsettledDay ? from : firstUnsettledDay]
  })
  return days.sort()[0]
}

const sampledShares = ({ samplingMetadatas }: ResponseMetadata): ReadonlyArray<number> =>
  (samplingMetadatas ?? []).flatMap(({ samplesReadCount, samplingSpaceSize }) => {
    const share = Number(samplesReadCount ?? 0) / Number(samplingSpaceSize ?? 0)
    return Number.isFinite(share) ? [share] : []
  })

const truncated = ({ dataTruncationReasons }: ResponseMetadata): NonNullable<Quality["truncated"]> =>
  (dataTruncationReasons ?? []).map(
    ({ dataTruncationType, dataTruncationMessage, dataTruncationDate, dataTruncationDateRanges }) => {
      const dates = [
        ...(typeof dataTruncationDate === "string" ? [dataTruncationDate] : []),
        ...(dataTruncationDateRanges ?? []).map(({ startDate, endDate }) => `${startDate ?? ""}..${endDate ?? ""}`)
      ]
      return {
        reason: (dataTruncationType ?? "UNSPECIFIED").replace(/^DATA_TRUNCATION_TYPE_/, ""),
        ...(typeof dataTruncationMessage === "string" && { message: dataTruncationMessage }),
        ...(dates.length > 0 && { dates })
      }
    }
  )

/** The name under which rare values are combined. */
const OTHER = "(other)"

const hasOther = (columns: ReadonlyArray<Column>, values: ReadonlyArray<ReadonlyArray<Value>>): boolean =>
  columns.some(({ kind }, at) => kind === "dimension" && values[at]?.includes(OTHER) === true)

/** The quality of a report's data. */
export const qualityOf = (options: {
  readonly metadata: ResponseMetadata
  readonly columns: ReadonlyArray<Column>
  readonly values: ReadonlyArray<ReadonlyArray<Value>>
  readonly ranges: ReadonlyArray<DateRange>
  readonly nowMillis: number
}): Quality => {
  const { metadata, columns, values, ranges, nowMillis } = options
  const shares = sampledShares(metadata)
  const cuts = truncated(metadata)
  const metricNames = (metadata.schemaRestrictionResponse?.activeMetricRestrictions ?? []).flatMap(({ metricName }) =>
    typeof metricName === "string" ? [metricName] : []
  )
  const unsettledFrom = unsettled(metadata.timeZone, ranges, nowMillis)
  return {
    ...(shares.length > 0 && { sampled: shares }),
    ...(metadata.subjectToThresholding === true && { thresholded: true }),
    ...((metadata.dataLossFromOtherRow === true || hasOther(columns, values)) && { otherRow: true }),
    ...(cuts.length > 0 && { truncated: cuts }),
    ...(metricNames.length > 0 && { blockedMetrics: metricNames }),
    ...(unsettledFrom !== undefined && { unsettledFrom })
  }
}
