/**
 * Formats a step's output for reading. Knows the fields that all plugins' outputs share: `match` with a `record`, and
 * the cost and age of the answer, which are shown in the last line.
 */
import { creditText } from "@inlay/core-http/credit-text"
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { ago } from "./ago.ts"
import { record } from "./record.ts"
import type { Screen } from "./Screen.ts"
import { indentLines } from "./wrap.ts"

const costLine = (screen: Screen, credits: unknown): string | undefined => {
  if (!isJsonObject(credits)) return undefined
  const { charged, basis } = credits
  if (typeof charged !== "number") return screen.style.yellow("credits unknown")
  const cost = creditText(charged)
  // A price is an upper limit. Only the provider's own figure is exact.
  return basis === "price" && charged > 0 ? `up to ${cost}` : cost
}

const ageLine = (fetchedAt: unknown, fromCache: unknown, nowMillis: number): string | undefined => {
  const millis = typeof fetchedAt === "string" ? Date.parse(fetchedAt) : Number.NaN
  if (Number.isNaN(millis)) return undefined
  return fromCache === true ? `from the cache, fetched ${ago(millis, nowMillis)}` : "fetched just now"
}

/** Fields by which a reader finds a row of a list. */
const NAMES = ["number", "id", "sha", "name"]

/**
 * A place with hidden characters, as readers find it: `title of number 12: ...` for `items.0.title: ...`, because a
 * table does not count its rows.
 */
const placeIn = (output: JsonObject, place: string): string => {
  const [, list = "", at = "", field = "", rest = ""] = /^([^.]+)\.(\d+)\.([^:]+)(: .*)$/.exec(place) ?? []
  const items = output[list]
  const row: unknown = Array.isArray(items) ? items[Number(at)] : undefined
  if (!isJsonObject(row)) return place
  const names = NAMES.flatMap((name) => {
    const value = row[name]
    const text = typeof value === "number" ? String(value) : value
    return typeof text === "string" && /^[\w./@:-]{1,60}$/.test(text) ? [`${name} ${text}`] : []
  })
  return names[0] === undefined ? place : `${field} of ${names[0]}${rest}`
}

export const outcome = (screen: Screen, output: unknown, nowMillis: number): string => {
  if (!isJsonObject(output)) return record(screen, output, true)
  const { credits, fetchedAt, fromCache, hidden_characters: hiddenCharacters, ...rest } = output
  const {
    match,
    record: personRecord,
    raw: _raw,
    sources: _sources,
    checkedOn: _checkedOn,
    matchedOn,
    drift,
    ...others
  } = rest
  const isLookup = typeof match === "boolean"
  const body = isLookup
    ? match
      ? record(screen, { ...(isJsonObject(personRecord) ? personRecord : { record: personRecord }), ...others })
      : screen.style.yellow("No match.")
    : record(screen, rest, true)
  const confirmedBy = match === true && Array.isArray(matchedOn) ? matchedOn : undefined
  const matchText =
    confirmedBy !== undefined && confirmedBy.length > 0 ? `matched on ${confirmedBy.join(", ")}` : undefined
  const doubtful =
    confirmedBy?.length === 0 ? ["Nothing in the record confirms that this is the right person or company."] : []
  const last = [matchText, costLine(screen, credits), ageLine(fetchedAt, fromCache, nowMillis)]
    .filter((part) => part !== undefined)
    .join(" · ")
  const driftText = Array.isArray(drift) && drift.length > 0 ? [`Unexpected types: ${drift.join("; ")}`] : []
  const hiding =
    Array.isArray(hiddenCharacters) && hiddenCharacters.length > 0
      ? [`Hidden characters, not shown here: ${hiddenCharacters.map((one) => placeIn(output, String(one))).join("; ")}`]
      : []
  const warnings = [...doubtful, ...hiding, ...(last === "" ? [] : driftText)]
  const footer = [
    ...warnings.map((text) => screen.style.yellow(indentLines(text, screen.columns, 0))),
    ...(last === "" ? [] : [screen.style.dim(indentLines(last, screen.columns, 0))])
  ]
  return [body, ...(footer.length === 0 ? [] : ["", ...footer])].join("\n")
}
