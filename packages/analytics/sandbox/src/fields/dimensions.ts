// Dimensions: how their values are read from events, and their metadata.

import type { Day } from "../events/columns.ts"
import type { Site } from "../events/sites.ts"

/** Data of the property that dimensions need. */
export interface FieldContext {
  readonly site: Site
  /** Display names of the site's streams, in order. */
  readonly streamNames: ReadonlyArray<string>
  /** Names of the property's key events. */
  readonly keyEvents: ReadonlySet<string>
}

/** Reads the code of an event's value, given the rows of the event and its session. */
export type Read = (day: Day) => (event: number, session: number) => number

/** A dimension bound to one property. */
export interface BoundDimension {
  readonly read: Read
  readonly text: (code: number) => string
}

export interface Dimension {
  readonly apiName: string
  readonly uiName: string
  readonly description: string
  readonly category: string
  /** Dimensions of scope `item` can be combined only with item metrics and `eventCount`. */
  readonly scope: "event" | "item"
  /** Whether rows with few users can be withheld. */
  readonly isThresholded: boolean
  readonly bind: (context: FieldContext) => BoundDimension
}

/** A dimension whose column contains indexes into a list of values. */
export const listed = (
  column: (day: Day) => ArrayLike<number>,
  of: "event" | "session",
  texts: ReadonlyArray<string>
) => {
  // Indexes with the same text are the same value.
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

/** A dimension that depends only on the day. */
export const ofDay = (value: (day: number) => number, text: (code: number) => string): BoundDimension => ({
  read: ({ number }) => {
    const code = value(number)
    return () => code
  },
  text
})

/** A dimension that depends on the day and the minute. */
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
