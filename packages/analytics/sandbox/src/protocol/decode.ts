// Decodes the JSON of a request by its message, as the service's front end does before the operation runs. Names can be
// in camel or snake case, enums can be names or numbers, and int64 can be text or numbers. All errors are reported in
// one response.
// Source: https://protobuf.dev/programming-guides/json/

import { isObject } from "@inlay/sandbox-kit/json"

import { type FieldProblem, invalidPayload } from "../frame/errors.ts"
import type { Content } from "./encode.ts"
import { camel, type Field, type Message } from "./types.ts"

const wrongValue = (at: string, type: string, value: unknown): FieldProblem => ({
  field: at,
  description: `Invalid value at '${at}' (${type}), ${JSON.stringify(value)}`
})

type Problems = Array<FieldProblem>

const typeNames: Readonly<Record<string, string>> = {
  text: "TYPE_STRING",
  boolean: "TYPE_BOOL",
  int32: "TYPE_INT32",
  int64: "TYPE_INT64",
  double: "TYPE_DOUBLE"
}

const wholeNumber = (value: unknown, most: number): number | undefined => {
  const number = typeof value === "string" && /^-?\d{1,19}$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && Math.abs(number) <= most ? number : undefined
}

const decodeSimple = (field: Field, value: unknown): unknown => {
  switch (field.kind) {
    case "text":
    case "timestamp":
      return typeof value === "string" ? value : undefined
    case "boolean":
      return typeof value === "boolean" ? value : undefined
    case "int32":
      return wholeNumber(value, 2 ** 31 - 1)
    case "int64":
      return wholeNumber(value, 2 ** 63)
    case "double":
      return typeof value === "number" || (typeof value === "string" && /^-?[\d.]+(e-?\d+)?$/i.test(value))
        ? Number(value)
        : undefined
    case "enum":
      return Object.entries(field.values).find(([name, number]) => name === value || number === value)?.[0]
    default:
      return undefined
  }
}

const decodeField = (field: Field, value: unknown, at: string, problems: Problems): unknown => {
  if (field.kind === "message") return decodeMessage(field.message(), value, at, problems)
  if (field.kind === "list") {
    // A single value in place of a list is treated as a list of one.
    const items = Array.isArray(value) ? value : [value]
    return items.map((item, index) => decodeField(field.of, item, `${at}[${index}]`, problems))
  }
  const decoded = decodeSimple(field, value)
  if (decoded === undefined) problems.push(wrongValue(at, typeNames[field.kind] ?? "TYPE_ENUM", value))
  return decoded
}

const decodeMessage = (message: Message, value: unknown, at: string, problems: Problems): Content => {
  if (!isObject(value)) {
    problems.push(wrongValue(at, `type.googleapis.com/${message.name}`, value))
    return {}
  }
  const decoded: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    const name = camel(key)
    const field = Object.hasOwn(message.fields, name) ? message.fields[name] : undefined
    const place = at === "" ? name : `${at}.${name}`
    if (field === undefined) {
      const description = `Invalid JSON payload received. Unknown name "${key}"${at === "" ? "" : ` at '${at}'`}: Cannot find field.`
      problems.push({ field: at, description })
    } else if (inner !== null) {
      decoded[name] = decodeField(field, inner, place, problems)
    }
  }
  for (const group of message.oneOf) {
    const set = group.filter((name) => decoded[name] !== undefined)
    if (set.length > 1) {
      const description = `Invalid value${at === "" ? "" : ` at '${at}'`} (oneof), oneof field is already set. Cannot set '${set[1] ?? ""}'`
      problems.push({ field: at, description })
    }
  }
  return decoded
}

/**
 * The fields of the message by their JSON names, with enums as names and int64 as numbers. Refuses invalid values with
 * 400.
 */
export const decode = (message: Message, value: unknown): Content => {
  const problems: Problems = []
  const decoded = decodeMessage(message, value, "", problems)
  if (problems.length > 0) throw invalidPayload(problems)
  return decoded
}
