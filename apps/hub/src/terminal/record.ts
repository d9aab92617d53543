/**
 * Formats a JSON value for reading: labels in words, values in one column, empty fields left out. Knows no provider's
 * fields. Expects sanitised text.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { labelOf } from "./labels.ts"
import { isScalar, listTable, scalarText } from "./record-table.ts"
import { widthOf, type Screen } from "./Screen.ts"
import { wrap } from "./wrap.ts"

const INDENT = 2
const GAP = 2
const MAX_LABEL = 24
const MAX_FIELDS_IN_LINE = 5

/** Whether a value has no content. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.every(isEmpty)) ||
  (isJsonObject(value) && Object.values(value).every(isEmpty))

/** Whether an object is small enough for one line, such as an e-mail address with its kind. */
const isLine = (value: unknown): value is JsonObject => {
  if (!isJsonObject(value)) return false
  const fields = Object.values(value).filter((field) => !isEmpty(field))
  return fields.length <= MAX_FIELDS_IN_LINE && fields.every(isScalar)
}

/** Formats a small object as its first text followed by the rest in short: `jane@acme.example  work, verified`. */
const inLine = ({ style }: Screen, value: JsonObject, width: number): ReadonlyArray<string> => {
  const fields = Object.entries(value).filter(([, field]) => !isEmpty(field))
  const first = fields.find(([, field]) => typeof field === "string") ?? fields[0]
  const lead = scalarText(first?.[1])
  const parts = fields
    .filter((field) => field !== first)
    .map(([key, field]) => (typeof field === "string" ? field : `${labelOf(key).toLowerCase()}: ${scalarText(field)}`))
  const rest = parts.join(", ")
  if (rest === "") return wrap(lead, width, { keepWords: true })
  if (widthOf(lead) + GAP + widthOf(rest) <= width) {
    // A flag that is set is emphasised, such as a number on a do-not-call register.
    const colouredParts = parts.map((part) => (part.endsWith(": yes") ? style.bold(part) : style.dim(part)))
    return [`${lead}  ${colouredParts.join(style.dim(", "))}`]
  }
  const below = wrap(rest, width - INDENT, { keepWords: true })
  return [...wrap(lead, width, { keepWords: true }), ...below.map((line) => " ".repeat(INDENT) + style.dim(line))]
}

interface Place {
  readonly indent: number
  /** Inside a list, a small object takes one line, so that many fit on a screen. */
  readonly compact: boolean
  /** Whether lists of similar records become tables. */
  readonly tables: boolean
}

const block = (screen: Screen, value: JsonObject, { indent, compact, tables }: Place): ReadonlyArray<string> => {
  const fields = Object.entries(value).filter(([, field]) => !isEmpty(field))
  const labels = Math.min(MAX_LABEL, Math.max(0, ...fields.map(([key]) => widthOf(labelOf(key)))))
  const margin = " ".repeat(indent)
  return fields.flatMap(([key, field]) => {
    const label = labelOf(key)
    const space = " ".repeat(Math.max(0, labels - widthOf(label)) + GAP)
    const column = indent + Math.max(labels, widthOf(label)) + GAP
    const tableText = tables && indent === 0 ? listTable(screen, field) : undefined
    if (tableText !== undefined) return [screen.style.bold(label), ...tableText.split("\n"), ""]
    const lines = linesBeside(screen, field, screen.columns - column, compact)
    if (lines === undefined) {
      const place = { indent: indent + INDENT, compact, tables: false }
      return [margin + screen.style.bold(label), ...nestedLines(screen, field, place)]
    }
    return lines.map((line, index) =>
      index === 0 ? margin + screen.style.dim(label) + space + line : " ".repeat(column) + line
    )
  })
}

/** The lines of a value that fits beside its label; `undefined` if it needs a block of its own. */
const linesBeside = (
  screen: Screen,
  value: unknown,
  width: number,
  compact: boolean
): ReadonlyArray<string> | undefined => {
  if (isScalar(value)) return wrap(scalarText(value), width, { keepWords: true })
  if (compact && isLine(value)) return inLine(screen, value, width)
  if (!Array.isArray(value)) return undefined
  const items: ReadonlyArray<unknown> = value.filter((item) => !isEmpty(item))
  if (items.every(isScalar)) return wrap(items.map(scalarText).join(", "), width, { keepWords: true })
  return items.every(isLine) ? items.flatMap((item) => inLine(screen, item, width)) : undefined
}

const nestedLines = (screen: Screen, value: unknown, place: Place): ReadonlyArray<string> => {
  const { indent } = place
  if (isJsonObject(value)) return block(screen, value, place)
  if (!Array.isArray(value)) return [" ".repeat(indent) + scalarText(value)]
  const items: ReadonlyArray<unknown> = value.filter((item) => !isEmpty(item))
  const digits = String(items.length).length
  const inner = indent + digits + 2
  return items.flatMap((item, index) => {
    const [first = "", ...rest] = nestedLines(screen, item, { indent: inner, compact: true, tables: false })
    const number = screen.style.dim(`${index + 1}.`.padStart(digits + 1))
    const gap = index < items.length - 1 ? [""] : []
    return [`${" ".repeat(indent)}${number} ${first.slice(inner)}`, ...rest, ...gap]
  })
}

/** Formats any JSON value. @param tables whether lists of similar records are drawn as tables */
export const record = (screen: Screen, value: unknown, tables = false): string => {
  if (isEmpty(value)) return screen.style.dim("(empty)")
  if (isScalar(value)) return wrap(scalarText(value), screen.columns, { keepWords: true }).join("\n")
  const lines = nestedLines(screen, value, { indent: 0, compact: false, tables })
  return lines.join("\n").trimEnd()
}
