/**
 * Formats a list of records as a table: with all fields if the records are flat, similar and fit the screen, otherwise
 * with the fields that fit. Expects sanitised text.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { labelOf } from "./labels.ts"
import { listColumns } from "./list-columns.ts"
import { fittingTable } from "./rows.ts"
import { widened, type Screen } from "./Screen.ts"

/** Longer texts are not suitable for a column. */
const MAX_CELL = 120
/** A single record is easier to read as a block. */
const LEAST_RECORDS = 2

/** Whether a value has no parts. */
export const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null

/** Formats a field as a cell; `undefined` if it is nested. */
const cellOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (Array.isArray(value)) return value.every(isScalar) ? value.map((item) => String(item)).join(", ") : undefined
  if (typeof value === "string" || typeof value === "number") return String(value)
  return undefined
}

/** The fields of the records if most records share them, counting optional ones. Otherwise undefined. */
const fieldsOf = (records: ReadonlyArray<JsonObject>): ReadonlyArray<string> | undefined => {
  const counts = new Map<string, number>()
  for (const key of records.flatMap(Object.keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts.values()].every((count) => count * 2 >= records.length) ? [...counts.keys()] : undefined
}

/** A table with every field as a column; `undefined` if the records differ or are nested, or the table does not fit. */
const wholeTable = (screen: Screen, value: ReadonlyArray<JsonObject>): string | undefined => {
  const fields = fieldsOf(value)
  if (fields === undefined) return undefined
  const cells = value.map((record) => fields.map((field) => cellOf(record[field])))
  const isFlat = (row: (typeof cells)[number]): row is Array<string> =>
    row.every((cell) => cell !== undefined && cell.length <= MAX_CELL && !cell.includes("\n"))
  if (!cells.every(isFlat)) return undefined
  const isShown = fields.map((_, at) => cells.some((row) => row[at] !== ""))
  const columns = fields.map((field) => ({
    title: labelOf(field),
    align: value.every((record) => typeof record[field] === "number") ? ("right" as const) : ("left" as const)
  }))
  const visible = <A>(list: ReadonlyArray<A>): ReadonlyArray<A> => list.filter((_, at) => isShown[at])
  return fittingTable(widened(screen), visible(columns), cells.map(visible))
}

/** A table with all fields, or else with those that fit; `undefined` if the value is not a list of records. */
export const listTable = (screen: Screen, value: unknown): string | undefined =>
  Array.isArray(value) && value.length >= LEAST_RECORDS && value.every(isJsonObject)
    ? (wholeTable(screen, value) ?? listColumns(screen, value))
    : undefined
