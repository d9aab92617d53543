// What makes a report less than the whole truth, on demand: sampling, thresholds, the "(other)" row, retention.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/ResponseMetaData

import { dayOfText, textOfDay } from "../events/calendar.ts"
import type { Day } from "../events/columns.ts"
import type { Keep } from "./aggregate.ts"
import type { Range } from "./dates.ts"

export interface QualitySettings {
  /** Every so many sessions are read; 1 reads them all. */
  readonly sampleEvery: number
  /** Rows of fewer people are held back where a dimension tells of people; 0 holds nothing back. */
  readonly thresholdUsers: number
  /** Whether rows of few people are held back whatever the dimensions. */
  readonly thresholdAlways: boolean
  /** More groups than this become one row, "(other)"; 0 is no limit. */
  readonly otherRowAfter: number
  /** Events before this date, `YYYY-MM-DD`, are gone; empty keeps all. */
  readonly retainedFrom: string
}

export const wholeTruth: QualitySettings = {
  sampleEvery: 1,
  thresholdUsers: 10,
  thresholdAlways: false,
  otherRowAfter: 0,
  retainedFrom: ""
}

/** Sessions that a sample reads, by their rows. */
export const sampled = ({ sampleEvery }: QualitySettings): Keep | undefined =>
  sampleEvery <= 1 ? undefined : () => (_event, session) => session % sampleEvery === 0

export interface SamplingMetadata {
  readonly samplesReadCount: number
  readonly samplingSpaceSize: number
}

/** Events read and events there are, of a range's days. */
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

/** The first day that is still there. */
export const retainedFrom = ({ retainedFrom: date }: QualitySettings): number => dayOfText(date) ?? 0

/** Why and where data is missing; none where all ranges are whole. */
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
