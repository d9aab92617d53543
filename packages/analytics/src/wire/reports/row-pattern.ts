/** Describes how the rows of a report are formatted. Most rows differ from the first only in their values. */
import { isJsonObject } from "@inlay/core-http/json-object"
import type { ArrivedBytes } from "@inlay/core-http/Transport"

/** The values of a row, as text. */
export interface RowTexts {
  readonly dimensions: ReadonlyArray<string>
  readonly metrics: ReadonlyArray<string>
}

/** The bytes around the values of a row. */
export interface RowPattern {
  /** The bytes before each value, including its opening quotation mark. */
  readonly before: ReadonlyArray<Uint8Array>
  /** The bytes from the last value's closing quotation mark to the end of the row. */
  readonly after: Uint8Array
}

const textsIn = (values: unknown): ReadonlyArray<string> | undefined => {
  if (values === undefined || values === null) return []
  if (!Array.isArray(values)) return undefined
  const texts: Array<string> = []
  for (const item of values as ReadonlyArray<unknown>) {
    if (typeof item !== "object" || item === null) return undefined
    // The service omits an empty text.
    const { value = "" }: { readonly value?: unknown } = item
    if (typeof value !== "string") return undefined
    texts.push(value)
  }
  return texts
}

/** Parses a row with `JSON.parse`. Returns undefined if it does not match the documentation. */
export const parseRow = (json: string): RowTexts | undefined => {
  let row: unknown
  try {
    row = JSON.parse(json)
  } catch {
    return undefined
  }
  if (!isJsonObject(row)) return undefined
  const { dimensionValues, metricValues } = row
  const dimensions = textsIn(dimensionValues)
  const metrics = textsIn(metricValues)
  return dimensions === undefined || metrics === undefined ? undefined : { dimensions, metrics }
}

/** Matches a JSON string, including the colon after it if it is the name of a field. */
const TEXT = /"(?:[^"\\]|\\.)*"(\s*:)?/gs

const utf8 = new TextEncoder()

/**
 * The pattern of a row. Returns undefined if the row's text does not contain exactly its values, for example because an
 * empty one is omitted.
 */
export const patternOf = (json: string): RowPattern | undefined => {
  const before: Array<string> = []
  let from = 0
  for (const { 0: text, 1: colon, index } of json.matchAll(TEXT)) {
    if (colon !== undefined) continue
    before.push(json.slice(from, index + 1))
    from = index + text.length - 1
  }
  const after = json.slice(from)
  // Checks that these places are the values of the row, in order.
  const placeNumbers = before.map((_, place) => String(place))
  const probe = parseRow(before.map((part, place) => part + placeNumbers[place]).join("") + after)
  const values = probe === undefined ? [] : [...probe.dimensions, ...probe.metrics]
  if (values.length === 0 || JSON.stringify(values) !== JSON.stringify(placeNumbers)) return undefined
  return { before: before.map((part) => utf8.encode(part)), after: utf8.encode(after) }
}

const QUOTE = 34
const BACKSLASH = 92

/**
 * The position after the object or list that starts here, or undefined if it does not end before `limit`. Does not
 * check the syntax in between, which is left to `JSON.parse`.
 */
export const endOfRow = ({ bytes }: ArrivedBytes, start: number, limit: number): number | undefined => {
  let depth = 0
  let isText = false
  for (let at = start; at < limit; at++) {
    const code = bytes[at]
    if (isText) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === 123 || code === 91) depth++
    else if ((code === 125 || code === 93) && --depth <= 0) return at + 1
  }
  return undefined
}
