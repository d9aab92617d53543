/**
 * Formats a list of nested records as a table of the fields that fit the screen. Long texts come last and addresses are
 * left out. The fields that are not shown are named below the table. Expects sanitised text.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { labelOf } from "./labels.ts"
import { widthOf, type Screen } from "./Screen.ts"
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

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "string") return firstLine(value)
  if (typeof value === "number") return String(value)
  if (Array.isArray(value)) return value.map(cellOf).filter(Boolean).join(", ")
  if (!isJsonObject(value)) return ""
  return cellOf(TELLING.map((name) => value[name]).find((part) => typeof part === "string"))
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
    const cells = records.map((record) => cut(cellOf(record[name])))
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
  const visibleFields = choose(fields, screen.wide ?? screen.columns)
  if (visibleFields.length < LEAST_COLUMNS) return undefined
  const rows = records.map((_, at) => visibleFields.map(({ cells }) => cells[at] ?? ""))
  const columns = visibleFields.map(({ name, cells }) => ({
    title: labelOf(name),
    align: cells.every((cell) => /^-?\d*(\.\d+)?$/.test(cell)) ? ("right" as const) : ("left" as const)
  }))
  const others = fields.filter((field) => !visibleFields.includes(field)).map(({ name }) => name)
  const note = `Not shown: ${others.join(", ")}. --fields selects, --output json has all.`
  return [
    table({ ...screen, columns: screen.wide ?? screen.columns }, columns, rows),
    ...(others.length === 0 ? [] : wrap(note, screen.columns).map(screen.style.dim))
  ].join("\n")
}
