/**
 * A list of records that have parts of their own, as a table of the fields that fit the screen: what names a record first,
 * addresses and long texts never. The other fields are named below it. Takes text that has been cleaned.
 */
import { labelOf } from "./labels.ts"
import { widthOf, type Screen } from "./Screen.ts"
import { table } from "./table.ts"
import { wrap } from "./wrap.ts"

type JsonObject = Readonly<Record<string, unknown>>

/** Of a column; a longer text is cut there. */
const MAX_WIDTH = 44
const MAX_COLUMNS = 8
const LEAST_COLUMNS = 2
/** Of one column, between it and the next. */
const GAP = 2
/** The part of an object by which people know it. */
const TELLING = ["login", "full_name", "name", "title", "label", "message", "text"]
/** Addresses, and names that only programs use. */
const IS_LONG = /^(body|description|summary|content)$/
const IS_UNTOLD = /(^|_)(url|href|node_id|etag|cursor)$|(Url|Uri)$/

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

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
  if (!isObject(value)) return ""
  return cellOf(TELLING.map((name) => value[name]).find((part) => typeof part === "string"))
}

/** No wider than the column, with a sign that something follows. */
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

/** In their order, but long texts last. */
const namesOf = (records: ReadonlyArray<JsonObject>): ReadonlyArray<string> =>
  [...new Set(records.flatMap(Object.keys))].sort((a, b) => Number(IS_LONG.test(a)) - Number(IS_LONG.test(b)))

const fieldsOf = (records: ReadonlyArray<JsonObject>): ReadonlyArray<Field> =>
  namesOf(records).map((name) => {
    const cells = records.map((record) => cut(cellOf(record[name])))
    return { name, cells, width: Math.max(widthOf(labelOf(name)), ...cells.map(widthOf)) }
  })

const isEmpty = ({ cells }: Field): boolean => cells.every((cell) => cell === "")

/** What few of the records have would be a column of blanks. */
const isCommon = ({ cells }: Field): boolean => cells.filter((cell) => cell !== "").length * 2 >= cells.length

/** A number that people use stands for the one that programs do. */
const isShadowed = ({ name }: Field, all: ReadonlyArray<Field>): boolean =>
  name === "id" && all.some((other) => other.name === "number")

/** In their order, as many as fit; one that does not leaves its place to the next. */
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

/** `undefined` where too little of the records would fit. */
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
  const note = `Not shown: ${others.join(", ")}. --fields chooses, --output json has all.`
  return [
    table({ ...screen, columns: screen.wide ?? screen.columns }, columns, rows),
    ...(others.length === 0 ? [] : wrap(note, screen.columns).map(screen.style.dim))
  ].join("\n")
}
