// Validates responses against the message definitions in the service's official clients: no unknown fields, wrong types
// or unknown enum values, and no missing required fields.

import { createRequire } from "node:module"

import { isObject } from "@inlay/sandbox-kit/json"
import protobuf from "protobufjs"

const load = createRequire(import.meta.url)

const root = (name: "admin" | "data"): protobuf.Root =>
  protobuf.Root.fromJSON(load(`@google-analytics/${name}/build/protos/protos.json`) as protobuf.INamespace)

const roots = { admin: root("admin"), data: root("data") }

/**
 * Finds a type by a name such as `data.RunReportResponse`, `admin.Property` or `Empty`. A dot leads into nested
 * messages.
 */
export const officialType = (name: string): protobuf.Type => {
  if (name === "Empty") return roots.admin.lookupType("google.protobuf.Empty")
  const [service = "", ...rest] = name.split(".")
  const definitions = service === "admin" ? roots.admin : roots.data
  return definitions.lookupType(`google.analytics.${service}.v1beta.${rest.join(".")}`)
}

export const isRequired = ({ options }: protobuf.Field): boolean =>
  JSON.stringify(options ?? {}).includes('"(google.api.field_behavior)":"REQUIRED"')

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/

const isOfType = (type: string, value: unknown): boolean => {
  switch (type) {
    case "string":
      return typeof value === "string"
    case "bool":
      return typeof value === "boolean"
    case "int32":
      return typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 31
    case "int64":
      return typeof value === "string" && /^-?\d{1,19}$/.test(value)
    case "double":
      return typeof value === "number"
    default:
      return false
  }
}

const checkValue = (field: protobuf.Field, value: unknown, at: string, problems: Array<string>): void => {
  const { resolvedType, type } = field.resolve()
  if (type === "google.protobuf.Timestamp") {
    if (typeof value !== "string" || !timestamp.test(value))
      problems.push(`${at}: no timestamp: ${JSON.stringify(value)}`)
  } else if (resolvedType instanceof protobuf.Enum) {
    const isKnown = typeof value === "number" ? value in resolvedType.valuesById : String(value) in resolvedType.values
    if (!isKnown) problems.push(`${at}: no ${resolvedType.name}: ${JSON.stringify(value)}`)
  } else if (resolvedType instanceof protobuf.Type) {
    checkMessage(resolvedType, value, at, problems)
  } else if (!isOfType(type, value)) {
    problems.push(`${at}: no ${type}: ${JSON.stringify(value)}`)
  }
}

const checkMessage = (type: protobuf.Type, value: unknown, at: string, problems: Array<string>): void => {
  if (!isObject(value)) return void problems.push(`${at}: no object: ${JSON.stringify(value)}`)
  const fields = new Map(type.fieldsArray.map((field) => [protobuf.util.camelCase(field.name), field]))
  for (const [name, inner] of Object.entries(value)) {
    const field = fields.get(name)
    if (field === undefined) problems.push(`${at}.${name}: unknown field of ${type.name}`)
    else if (!field.repeated) checkValue(field, inner, `${at}.${name}`, problems)
    else if (!Array.isArray(inner) || inner.length === 0) problems.push(`${at}.${name}: no list with items`)
    else inner.forEach((item, index) => checkValue(field, item, `${at}.${name}[${index}]`, problems))
  }
  for (const [name, field] of fields) {
    if (isRequired(field) && !(name in value)) problems.push(`${at}.${name}: required and missing`)
  }
}

/** The errors of a message. Empty if it is valid. */
export const problemsOf = (name: string, value: unknown): ReadonlyArray<string> => {
  const problems: Array<string> = []
  checkMessage(officialType(name), value, name, problems)
  return problems
}

export const assertMessage = (name: string, value: unknown): void => {
  const problems = problemsOf(name, value)
  if (problems.length > 0) throw new Error(`The answer is no ${name}:\n${problems.join("\n")}`)
}

/** Checks the body of an error: google.rpc.Status with typed details. */
export const assertStatus = (status: number, value: unknown): void => {
  const error = isObject(value) ? value["error"] : undefined
  const details = isObject(error) ? (error["details"] ?? []) : undefined
  const isStatus =
    isObject(error) &&
    error["code"] === status &&
    typeof error["message"] === "string" &&
    typeof error["status"] === "string" &&
    Array.isArray(details) &&
    details.every((detail) => isObject(detail) && String(detail["@type"]).startsWith("type.googleapis.com/google.rpc."))
  if (!isStatus) throw new Error(`The answer ${status} is no google.rpc.Status: ${JSON.stringify(value)}`)
}
