/**
 * Formats an output for `--fields` and `--output`: selected fields, as a table, JSON, one line of JSON per record, or
 * CSV.
 */
import { csvLine } from "@inlay/agent-plugin/csv"
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"
import { nearest } from "@inlay/core-http/nearest"
import { invalid, type FieldError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { stringify, stringifyLine } from "../../terminal/json-text.ts"
import { record } from "../../terminal/record.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { table } from "../../terminal/table.ts"
import type { Report } from "../report.ts"

export type Format = "table" | "json" | "jsonl" | "csv"

/** The records of an output. `list` is the field that holds them; `undefined` if the output is a single record. */
const recordsOf = (output: unknown, list: string | undefined): ReadonlyArray<JsonObject> => {
  if (!isJsonObject(output)) return [{ value: output }]
  if (list !== undefined)
    return (output[list] as ReadonlyArray<unknown>).map((value) => (isJsonObject(value) ? value : { value }))
  if (!("record" in output)) return [output]
  return isJsonObject(output["record"]) ? [output["record"]] : []
}

const at = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce((part, name) => (isJsonObject(part) && Object.hasOwn(part, name) ? part[name] : undefined), value)

const pick = (value: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(names.map((name) => [name, at(value, name.split(".")) ?? null]))

/** Flattens nested objects into columns such as `user.login`. A list stays one value. */
const flat = (value: JsonObject, before = ""): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(value).flatMap(([key, part]) =>
    isJsonObject(part) && Object.keys(part).length > 0
      ? flat(part, `${before}${key}.`)
      : [[`${before}${key}`, part] as const]
  )

const columnsOf = (flatRecords: ReadonlyArray<ReadonlyMap<string, unknown>>): ReadonlyArray<string> => [
  ...new Set(flatRecords.flatMap((each) => [...each.keys()]))
]

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

type CsvCell = Parameters<typeof csvLine>[0][number]

/** A list or an object stays one cell, as JSON. */
const csvCellOf = (value: unknown): CsvCell =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : (value as CsvCell)

/**
 * Without records there is only the header, if the columns are requested. Text is cleaned for a terminal, and complete
 * for programs and files.
 */
const csv = (
  { isTerminal = false }: Screen,
  records: ReadonlyArray<JsonObject>,
  names: ReadonlyArray<string> | undefined
): string => {
  const cleanCell = (cell: CsvCell): CsvCell =>
    isTerminal && typeof cell === "string" ? ProviderText.clean(cell) : cell
  const flatRecords = records.map((each) => new Map(names === undefined ? flat(each) : Object.entries(each)))
  const columns = names ?? columnsOf(flatRecords)
  if (columns.length === 0) return ""
  const rows = flatRecords.map((each) => columns.map((column) => csvCellOf(each.get(column))))
  return [columns, ...rows]
    .map((cells) => csvLine(cells.map(cleanCell)))
    .join("")
    .slice(0, -1)
}

const tableText = (screen: Screen, records: ReadonlyArray<JsonObject>): string => {
  if (records.length === 0) return "No records."
  const flatRecords = (ProviderText.cleanJson(records) as ReadonlyArray<JsonObject>).map((each) => new Map(flat(each)))
  const columns = columnsOf(flatRecords)
  return table(
    screen,
    columns.map((title) => ({ title })),
    flatRecords.map((each) => columns.map((column) => cellOf(each.get(column))))
  )
}

interface Node {
  readonly $ref?: string
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Node
  readonly anyOf?: ReadonlyArray<Node>
}

/** The possible schemas of a field; empty if the schema does not describe it. */
const under = (root: JsonObject, node: Node | undefined): ReadonlyArray<Node> => {
  if (node === undefined) return []
  const name = node.$ref?.split("/").at(-1)
  if (name !== undefined) return under(root, (root["$defs"] as Readonly<Record<string, Node>> | undefined)?.[name])
  if (node.anyOf !== undefined) return node.anyOf.flatMap((each) => under(root, each))
  return [node]
}

/**
 * The field of an output that holds its records, and their schemas: `items`, `rows`, or its only list of objects. Read
 * from the schema, because an empty list does not show what it would hold.
 */
const listOf = (root: JsonObject): { readonly key: string; readonly items: ReadonlyArray<Node> } | undefined => {
  const properties = (root as Node).properties ?? {}
  if (properties["record"] !== undefined) return undefined
  const lists = Object.keys(properties).flatMap((key) => {
    const items = under(root, properties[key]).flatMap((each) => under(root, each.items))
    return items.some(({ type }) => type === "object") ? [{ key, items }] : []
  })
  const main = ["items", "rows"].flatMap((name) => lists.filter(({ key }) => key === name))
  return main[0] ?? (lists.length === 1 ? lists[0] : undefined)
}

/** The schemas of an output's records: the items of its list, its `record`, or the output itself. */
const recordSchemas = (root: JsonObject): ReadonlyArray<Node> => {
  const { properties = {}, required = [] } = root as Node
  if (properties["record"] !== undefined) return under(root, properties["record"])
  const list = listOf(root)
  if (list === undefined) return [root]
  // Without its list, such as the entries of a folder, an output is a record itself.
  return required.includes(list.key) ? list.items : [...list.items, root]
}

/** The error of a field name that does not exist. Empty if the schema does not describe the fields. */
const fieldProblem = (root: JsonObject, name: string): ReadonlyArray<FieldError> => {
  let nodes = recordSchemas(root)
  for (const part of name.split(".")) {
    const properties = nodes.flatMap((node) => Object.entries(node.properties ?? {}))
    if (properties.length === 0) return []
    const next = properties.filter(([key]) => key === part)
    if (next.length === 0) {
      const keys = [...new Set(properties.map(([key]) => key))]
      return [
        {
          field: "--fields",
          message: `names ${ProviderText.line(name, name.length)}, which does not exist; the nearest: ${nearest(part, keys, 3).join(", ")}`
        }
      ]
    }
    nodes = next.flatMap(([, node]) => under(root, node))
  }
  return []
}

/**
 * Returns how to report an output. Fails before anything is sent if the options are invalid.
 *
 * @param asJson whether `--json` is given
 * @param schema the schema of the outputs
 */
export const shapes = (
  { fields, format }: { readonly fields: string | undefined; readonly format: Format | undefined },
  asJson: boolean,
  schema: JsonObject
): Effect.Effect<(output: unknown) => Report, ReturnType<typeof invalid>> => {
  const names = fields?.split(",").map((name) => name.trim())
  const problems = [
    ...(asJson && format !== undefined && format !== "json"
      ? [{ field: "--output", message: `${format} cannot be combined with --json` }]
      : []),
    ...(names?.includes("") === true ? [{ field: "--fields", message: "must be names separated by commas" }] : []),
    ...(names ?? []).filter(Boolean).flatMap((name) => fieldProblem(schema, name))
  ]
  if (problems.length > 0) return Effect.fail(invalid("inlay", "run", problems))
  const key = listOf(schema)?.key
  return Effect.succeed((output) => {
    const some = (each: JsonObject) => (names === undefined ? each : pick(each, names))
    const list = key !== undefined && isJsonObject(output) && Array.isArray(output[key]) ? key : undefined
    const records = recordsOf(output, list).map(some)
    const json =
      names === undefined
        ? output
        : list === undefined
          ? (records[0] ?? null)
          : { ...(output as JsonObject), [list]: records }
    const text = (screen: Screen): string => {
      switch (format) {
        case "json":
          return stringify(json)
        case "jsonl":
          return records.map((each) => stringifyLine(each)).join("\n")
        case "csv":
          return csv(screen, records, names)
        case "table":
          return tableText(screen, records)
        case undefined: {
          if (names === undefined || list === undefined) return record(screen, ProviderText.cleanJson(json), true)
          // Chosen fields are always shown as a table, however narrow. The rest of the output follows below.
          const { [list]: _list, ...others } = json as JsonObject
          const rest = record(screen, ProviderText.cleanJson(others), true)
          return [tableText(screen, records), ...(Object.keys(others).length === 0 ? [] : ["", rest])].join("\n")
        }
      }
    }
    return { ok: true, json, text }
  })
}
