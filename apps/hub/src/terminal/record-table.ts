/**
 * Formats a list of records as a table: with all fields if the records are flat, similar and fit the screen, otherwise
 * with the fields that fit: long texts last, without addresses, and with the names of the others below. Expects sanitised
 * text.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { labelOf } from "./labels.ts"
import { fittingTable } from "./rows.ts"
import { type Screen, widened, widthOf } from "./Screen.ts"
import { table } from "./table.ts"
import { wrap } from "./wrap.ts"

/** The maximum width of a column. Longer texts are truncated. */
const MAX_WIDTH = 44
const MAX_COLUMNS = 8
const LEAST_COLUMNS = 2
/** The gap between columns. */
const GAP = 2
/** Fields that identify an object to a reader, in order of preference. */
const TELLING = ["login", "full_name", "name", "title", "label", "message", "text"]
/** Fields with long texts come last. Addresses and fields that only programs use are not shown. */
const IS_LONG = /^(body|description|summary|content)$/
const IS_UNTOLD = /(^|_)(url|href|node_id|etag|cursor)$|(Url|Uri)$/

const firstLine = (text: string): string => {
  const [line = "", ...others] = text.trim().split("\n")
  return others.length > 0 ? `${line} …` : line
}

const shortCellOf = (value: unknown): string => {
  if (isScalar(value)) return firstLine(scalarText(value))
  if (Array.isArray(value)) return value.map(shortCellOf).filter(Boolean).join(", ")
  if (!isJsonObject(value)) return ""
  return shortCellOf(TELLING.map((name) => value[name]).find((part) => typeof part === "string"))
}

/** Truncates a text to the column's maximum width and marks it with an ellipsis. */
const cut = (text: string): string => {
  if (widthOf(text) <= MAX_WIDTH) return text
  const [line = ""] = wrap(text, MAX_WIDTH - 1)
  return `${line}…`
}

interface Field {
  readonly name: string
  readonly cells: ReadonlyArray<string>
  readonly width: number
}

/** Field names in their order, with long texts last. */
const namesOf = (records: ReadonlyArray<JsonObject>): ReadonlyArray<string> =>
  [...new Set(records.flatMap(Object.keys))].sort((a, b) => Number(IS_LONG.test(a)) - Number(IS_LONG.test(b)))

const fieldsOf = (records: ReadonlyArray<JsonObject>): ReadonlyArray<Field> =>
  namesOf(records).map((name) => {
    const cells = records.map((record) => cut(shortCellOf(record[name])))
    return { name, cells, width: Math.max(widthOf(labelOf(name)), ...cells.map(widthOf)) }
  })

const isEmpty = ({ cells }: Field): boolean => cells.every((cell) => cell === "")

/** A field that most records lack would be a column of blanks. */
const isCommon = ({ cells }: Field): boolean => cells.filter((cell) => cell !== "").length * 2 >= cells.length

/** An `id` is not shown if there is a `number`, which people use instead. */
const isShadowed = ({ name }: Field, all: ReadonlyArray<Field>): boolean =>
  name === "id" && all.some((other) => other.name === "number")

/** Chooses fields in order until the width is used up. A field that does not fit is skipped in favour of later ones. */
const choose = (fields: ReadonlyArray<Field>, width: number): ReadonlyArray<Field> => {
  let remaining = width + GAP
  return fields
    .filter((field) => isCommon(field) && !IS_UNTOLD.test(field.name) && !isShadowed(field, fields))
    .filter((field) => {
      if (field.width + GAP > remaining) return false
      remaining -= field.width + GAP
      return true
    })
    .slice(0, MAX_COLUMNS)
}

/** Returns `undefined` if too few fields fit. */
export const listColumns = (screen: Screen, records: ReadonlyArray<JsonObject>): string | undefined => {
  const fields = fieldsOf(records).filter((field) => !isEmpty(field))
  const wide = widened(screen)
  const visibleFields = choose(fields, wide.columns)
  if (visibleFields.length < LEAST_COLUMNS) return undefined
  const rows = records.map((_, at) => visibleFields.map(({ cells }) => cells[at] ?? ""))
  const columns = visibleFields.map(({ name, cells }) => ({
    title: labelOf(name),
    align: cells.every((cell) => /^-?\d*(\.\d+)?$/.test(cell)) ? ("right" as const) : ("left" as const)
  }))
  const others = fields.filter((field) => !visibleFields.includes(field)).map(({ name }) => name)
  const note = `Not shown: ${others.join(", ")}. --fields selects, --output json has all.`
  return [
    table(wide, columns, rows),
    ...(others.length === 0 ? [] : wrap(note, screen.columns).map(screen.style.dim))
  ].join("\n")
}

/** Longer texts are not suitable for a column. */
const MAX_CELL = 120
/** A single record is easier to read as a block. */
const LEAST_RECORDS = 2

/** Whether a value has no parts. */
export const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null

/** Formats a value without parts. */
export const scalarText = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return value ? "yes" : "no"
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

/** Formats a field as a cell; `undefined` if it is nested. */
const cellOf = (value: unknown): string | undefined => {
  if (isScalar(value)) return scalarText(value)
  return Array.isArray(value) && value.every(isScalar) ? value.map(scalarText).join(", ") : undefined
}

/** The fields of the records if most records share them, counting optional ones. Otherwise undefined. */
const sharedFieldsOf = (records: ReadonlyArray<JsonObject>): ReadonlyArray<string> | undefined => {
  const counts = new Map<string, number>()
  for (const key of records.flatMap(Object.keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts.values()].every((count) => count * 2 >= records.length) ? [...counts.keys()] : undefined
}

/** A table with every field as a column; `undefined` if the records differ or are nested, or the table does not fit. */
const wholeTable = (screen: Screen, value: ReadonlyArray<JsonObject>): string | undefined => {
  const fields = sharedFieldsOf(value)
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
