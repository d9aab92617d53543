/** Makes a result readable: the rows that it contains, or its facts. Pure. */
import { isFields, type Fields } from "../shared/fields.ts"

export interface Table {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The total number of rows; `rows` holds the first of them. */
  readonly count: number
}

const MAX_ROWS = 100
const MAX_COLUMNS = 8
const MAX_CHARS = 200

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)

/** A field that identifies a record, for a cell with space for only one value. */
const nameOf = (value: Fields): string | undefined =>
  ["full_name", "name", "login", "title", "displayName", "value", "id"]
    .map((key) => value[key])
    .find((one) => typeof one === "string")

const cell = (value: unknown): string => {
  if (isEmpty(value)) return ""
  if (typeof value === "string") return value.length > MAX_CHARS ? `${value.slice(0, MAX_CHARS)} …` : value
  if (typeof value === "number") return value.toLocaleString("en-AU", { maximumFractionDigits: 2, useGrouping: false })
  if (typeof value === "boolean") return String(value)
  if (Array.isArray(value)) return cell(value.map(cell).join(", "))
  return isFields(value) ? (nameOf(value) ?? cell(JSON.stringify(value))) : ""
}

/** Fields in which results keep their rows. */
const LISTS = ["rows", "items", "people", "results"]

export const tableOf = (output: unknown): Table | undefined => {
  const list = Array.isArray(output)
    ? output
    : isFields(output)
      ? LISTS.map((name) => output[name]).find((value) => Array.isArray(value))
      : undefined
  if (!Array.isArray(list)) return undefined
  const records: ReadonlyArray<Fields> = list.map((one: unknown) => (isFields(one) ? one : { value: one }))
  const names = [...new Set(records.flatMap(Object.keys))]
  const used = names.filter((name) => records.some((record) => !isEmpty(record[name])))
  // Columns of plain values come first, because they are easier to read than objects.
  const plain = used.filter((name) =>
    records.every((record) => !isFields(record[name]) && !Array.isArray(record[name]))
  )
  const columns = [...plain, ...used.filter((name) => !plain.includes(name))].slice(0, MAX_COLUMNS)
  return {
    columns,
    rows: records.slice(0, MAX_ROWS).map((record) => columns.map((name) => cell(record[name]))),
    count: records.length
  }
}

export interface Fact {
  readonly label: string
  readonly value: string
}

const spaced = (name: string): string => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/**
 * The facts of the result's record if it has one, or else of the result itself. Most URL fields are left out: they mean
 * little to people.
 */
export const factsOf = (output: unknown): ReadonlyArray<Fact> => {
  if (!isFields(output)) return isEmpty(output) ? [] : [{ label: "Value", value: cell(output) }]
  const record = isFields(output["record"]) ? output["record"] : output
  return Object.entries(record).flatMap(([name, value]) => {
    const text = cell(value)
    return text === "" || name === "raw" || (name.endsWith("_url") && name !== "html_url")
      ? []
      : [{ label: spaced(name), value: text }]
  })
}

/** The outcome of a lookup, if the result is one. */
export const lookupOf = (
  output: unknown
): { readonly isMiss: boolean; readonly charged: number | "unknown" | undefined } => {
  if (!isFields(output)) return { isMiss: false, charged: undefined }
  const credits = isFields(output["credits"]) ? output["credits"]["charged"] : undefined
  return {
    isMiss: output["match"] === false,
    charged: typeof credits === "number" || credits === "unknown" ? credits : undefined
  }
}
