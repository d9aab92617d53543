// Dimensions: how each is read from an event, and how it is described.
// Names and categories: https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema

import type { Day } from "../events/columns.ts"
import type { Site } from "../events/sites.ts"

/** What a property adds to its events. */
export interface FieldContext {
  readonly site: Site
  /** Display names of the site's streams, in their order. */
  readonly streamNames: ReadonlyArray<string>
  /** Names of the property's key events. */
  readonly keyEvents: ReadonlySet<string>
}

/** The number of the value that an event has, by the event's row and its session's. */
export type Read = (day: Day) => (event: number, session: number) => number

/** A dimension of one property. */
export interface BoundDimension {
  readonly read: Read
  readonly text: (code: number) => string
}

export interface Dimension {
  readonly apiName: string
  readonly uiName: string
  readonly description: string
  readonly category: string
  /** `item` goes together with item metrics and with events alone. */
  readonly scope: "event" | "item"
  /** Small groups of people may be held back. */
  readonly isThresholded: boolean
  readonly bind: (context: FieldContext) => BoundDimension
}

/** A dimension whose values stand in a list, by the number that a column holds. */
export const listed = (
  column: (day: Day) => ArrayLike<number>,
  of: "event" | "session",
  texts: ReadonlyArray<string>
) => {
  // Numbers with the same text are one value.
  const values = [...new Set(texts)]
  const codes = texts.map((text) => values.indexOf(text))
  const read: Read = (day) => {
    const numbers = column(day)
    return of === "event"
      ? (event) => codes[numbers[event] ?? 0] ?? 0
      : (_event, session) => codes[numbers[session] ?? 0] ?? 0
  }
  return { read, text: (code: number) => values[code] ?? "(not set)" }
}

/** A dimension of the day itself. */
export const ofDay = (value: (day: number) => number, text: (code: number) => string): BoundDimension => ({
  read: ({ number }) => {
    const code = value(number)
    return () => code
  },
  text
})

/** A dimension of the day and the minute. */
export const ofMinute = (
  value: (day: number, minute: number) => number,
  text: (code: number) => string
): BoundDimension => ({
  read: ({ events, number }) => {
    const { minute } = events
    return (event) => value(number, minute[event] ?? 0)
  },
  text
})

export const dimension = (
  category: string,
  apiName: string,
  uiName: string,
  description: string,
  bind: BoundDimension | ((context: FieldContext) => BoundDimension),
  { isThresholded = false, scope = "event" }: Partial<Pick<Dimension, "scope" | "isThresholded">> = {}
): Dimension => ({
  apiName,
  uiName,
  description,
  category,
  scope,
  isThresholded,
  bind: typeof bind === "function" ? bind : () => bind
})
