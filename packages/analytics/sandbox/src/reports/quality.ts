// Simulates what reports may be like, if the settings ask for it: sampling, thresholding, the "(other)" row, data
// retention, and rows of several date ranges that are counted each.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/ResponseMetaData

import { dayOfText, textOfDay } from "../events/calendar.ts"
import type { Day } from "../events/columns.ts"
import type { Keep } from "./aggregate.ts"
import type { Range } from "./dates.ts"

export interface QualitySettings {
  /** Only every nth session is read. 1 reads all of them. */
  readonly sampleEvery: number
  /** If a dimension describes people, rows with fewer users are withheld. 0 withholds nothing. */
  readonly thresholdUsers: number
  /** Whether rows with few users are withheld regardless of the dimensions. */
  readonly thresholdAlways: boolean
  /** Groups beyond this number are merged into one row, "(other)". 0 means no limit. */
  readonly otherRowAfter: number
  /** Events before this date, `YYYY-MM-DD`, are deleted. Empty keeps all events. */
  readonly retainedFrom: string
  /** Whether `limit`, `offset` and `rowCount` count the rows of each date range. */
  readonly countsEachRange: boolean
}

export const defaultQuality: QualitySettings = {
  sampleEvery: 1,
  thresholdUsers: 10,
  thresholdAlways: false,
  otherRowAfter: 0,
  retainedFrom: "",
  countsEachRange: false
}

/** The filter that keeps only sampled sessions. */
export const sampled = ({ sampleEvery }: QualitySettings): Keep | undefined =>
  sampleEvery <= 1 ? undefined : () => (_event, session) => session % sampleEvery === 0

export interface SamplingMetadata {
  readonly samplesReadCount: number
  readonly samplingSpaceSize: number
}

/** The number of events read, and the total number of events, for the days of a range. */
export const samplingOf = (days: ReadonlyArray<Day>, { sampleEvery }: QualitySettings): SamplingMetadata => {
  let [samplesReadCount, samplingSpaceSize] = [0, 0]
  for (const { events } of days) {
    samplingSpaceSize += events.count
    for (let row = 0; row < events.count; row += 1) {
      if ((events.session[row] ?? 0) % sampleEvery === 0) samplesReadCount += 1
    }
  }
  return { samplesReadCount, samplingSpaceSize }
}

/** The first day whose events are retained. */
export const retainedFrom = ({ retainedFrom: date }: QualitySettings): number => dayOfText(date) ?? 0

/** The reason and the dates of truncated data. Empty if all ranges are complete. */
export const truncationOf = (ranges: ReadonlyArray<Range>, settings: QualitySettings): ReadonlyArray<object> => {
  const from = retainedFrom(settings)
  const cut = ranges.filter(({ first }) => first < from)
  if (cut.length === 0) return []
  return [
    {
      dataTruncationType: "DATA_TRUNCATION_TYPE_PROPERTY",
      dataTruncationMessage: "The query reads event data from before the property's retention date.",
      dataTruncationDate: textOfDay(from),
      dataTruncationDateRanges: cut.map(({ first, last }) => ({
        startDate: textOfDay(first),
        endDate: textOfDay(Math.min(last, from - 1))
      }))
    }
  ]
}
