/**
 * A JSON value as people read it: labels in words, values in one column, what is empty left out. Knows no provider's
 * fields; takes text that has been cleaned.
 */
import { widthOf, type Screen } from "./Screen.ts"
import { wrap } from "./wrap.ts"

type JsonObject = Readonly<Record<string, unknown>>

const INDENT = 2
const GAP = 2
const MAX_LABEL = 24
const MAX_FIELDS_IN_LINE = 5

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Nothing that a reader would miss. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.every(isEmpty)) ||
  (isObject(value) && Object.values(value).every(isEmpty))

const ABBREVIATIONS: ReadonlySet<string> = new Set([
  "abn",
  "acn",
  "api",
  "html",
  "http",
  "id",
  "ip",
  "json",
  "nzbn",
  "sha",
  "uri",
  "url"
])

/** `jobTitle` and `job_title` as `Job title`; a name with hyphens, such as a header's, stays as it is. */
export const labelOf = (key: string): string => {
  if (key.includes("-")) return key
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .trim()
    .split(/\s+/)
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
    .join(" ")
  return words === "" ? key : words.charAt(0).toUpperCase() + words.slice(1)
}

const scalar = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "yes" : "no"
  return typeof value === "string" ? value : String(value)
}

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null

/** Whether an object is small enough for one line, such as an address with its kind. */
const isLine = (value: unknown): value is JsonObject => {
  if (!isObject(value)) return false
  const fields = Object.values(value).filter((field) => !isEmpty(field))
  return fields.length <= MAX_FIELDS_IN_LINE && fields.every(isScalar)
}

/** The first text stands alone, the rest after it in short: `jane@acme.example  work, verified`. */
const inLine = ({ style }: Screen, value: JsonObject, width: number): ReadonlyArray<string> => {
  const fields = Object.entries(value).filter(([, field]) => !isEmpty(field))
  const first = fields.find(([, field]) => typeof field === "string") ?? fields[0]
  const lead = scalar(first?.[1])
  const parts = fields
    .filter((field) => field !== first)
    .map(([key, field]) => (typeof field === "string" ? field : `${labelOf(key).toLowerCase()}: ${scalar(field)}`))
  const rest = parts.join(", ")
  if (rest === "") return wrap(lead, width, { keepWords: true })
  if (widthOf(lead) + GAP + widthOf(rest) <= width) {
    // A flag that is set, such as a number on a do-not-call register, must not be overlooked.
    const colouredParts = parts.map((part) => (part.endsWith(": yes") ? style.bold(part) : style.dim(part)))
    return [`${lead}  ${colouredParts.join(style.dim(", "))}`]
  }
  const below = wrap(rest, width - INDENT, { keepWords: true })
  return [...wrap(lead, width, { keepWords: true }), ...below.map((line) => " ".repeat(INDENT) + style.dim(line))]
}

/** Where an object stands inside a list, a small one takes one line, so that many fit a screen. */
interface Place {
  readonly indent: number
  readonly compact: boolean
}

const block = (screen: Screen, value: JsonObject, { indent, compact }: Place): ReadonlyArray<string> => {
  const fields = Object.entries(value).filter(([, field]) => !isEmpty(field))
  const labels = Math.min(MAX_LABEL, Math.max(0, ...fields.map(([key]) => widthOf(labelOf(key)))))
  const margin = " ".repeat(indent)
  return fields.flatMap(([key, field]) => {
    const label = labelOf(key)
    const space = " ".repeat(Math.max(0, labels - widthOf(label)) + GAP)
    const column = indent + Math.max(labels, widthOf(label)) + GAP
    const lines = beside(screen, field, screen.columns - column, compact)
    if (lines === undefined) {
      return [margin + screen.style.bold(label), ...nestedLines(screen, field, { indent: indent + INDENT, compact })]
    }
    return lines.map((line, index) =>
      index === 0 ? margin + screen.style.dim(label) + space + line : " ".repeat(column) + line
    )
  })
}

/** The lines of a value that stands beside its label; `undefined` for one that needs a block of its own. */
const beside = (screen: Screen, value: unknown, width: number, compact: boolean): ReadonlyArray<string> | undefined => {
  if (isScalar(value)) return wrap(scalar(value), width, { keepWords: true })
  if (compact && isLine(value)) return inLine(screen, value, width)
  if (!Array.isArray(value)) return undefined
  const items: ReadonlyArray<unknown> = value.filter((item) => !isEmpty(item))
  if (items.every(isScalar)) return wrap(items.map(scalar).join(", "), width, { keepWords: true })
  return items.every(isLine) ? items.flatMap((item) => inLine(screen, item, width)) : undefined
}

const nestedLines = (screen: Screen, value: unknown, { indent, compact }: Place): ReadonlyArray<string> => {
  if (isObject(value)) return block(screen, value, { indent, compact })
  if (!Array.isArray(value)) return [" ".repeat(indent) + scalar(value)]
  const items: ReadonlyArray<unknown> = value.filter((item) => !isEmpty(item))
  const digits = String(items.length).length
  const inner = indent + digits + 2
  return items.flatMap((item, index) => {
    const [first = "", ...rest] = nestedLines(screen, item, { indent: inner, compact: true })
    const number = screen.style.dim(`${index + 1}.`.padStart(digits + 1))
    const gap = index < items.length - 1 ? [""] : []
    return [`${" ".repeat(indent)}${number} ${first.slice(inner)}`, ...rest, ...gap]
  })
}

/** Any JSON value; an empty one says so. */
export const record = (screen: Screen, value: unknown): string => {
  if (isEmpty(value)) return screen.style.dim("(empty)")
  if (isScalar(value)) return wrap(scalar(value), screen.columns, { keepWords: true }).join("\n")
  return nestedLines(screen, value, { indent: 0, compact: false }).join("\n")
}
