/**
 * Validates JSON against the official messages of both services: unknown fields, unknown enum values, wrong types and
 * missing fields.
 */
import { createRequire } from "node:module"

import protobuf from "protobufjs"

const require = createRequire(import.meta.url)

const rootOf = (json: unknown): protobuf.Root => protobuf.Root.fromJSON(json as protobuf.INamespace)

const data = rootOf(require("@google-analytics/data/build/protos/protos.json"))
const admin = rootOf(require("@google-analytics/admin/build/protos/protos.json"))

export const message = (api: "data" | "admin", name: string): protobuf.Type =>
  (api === "data" ? data : admin).lookupType(`google.analytics.${api}.v1beta.${name}`)

/** The URL templates of a method, wherever its options contain them. */
const templatesIn = (options: unknown): ReadonlyArray<string> => {
  if (typeof options === "string") return options.startsWith("/v1") ? [options] : []
  return typeof options === "object" && options !== null ? Object.values(options).flatMap(templatesIn) : []
}

const endpointsIn = (space: protobuf.NamespaceBase): ReadonlyArray<string> =>
  space.nestedArray.flatMap((one) => {
    if (one instanceof protobuf.Service) return one.methodsArray.flatMap((method) => templatesIn(method.parsedOptions))
    return one instanceof protobuf.Namespace ? endpointsIn(one) : []
  })

/** An endpoint for each method of a service, such as `/v1beta/properties/1/keyEvents/1`. */
export const endpointsOf = (api: "data" | "admin"): ReadonlyArray<string> => [
  ...new Set(
    endpointsIn((api === "data" ? data : admin).lookup(`google.analytics.${api}`) as protobuf.Namespace).map(
      (template) => template.replace(/\{[\w.]+=([^}]+)\}/, "$1").replaceAll("*", "1")
    )
  )
]

const isRequired = (field: protobuf.Field): boolean => JSON.stringify(field.options ?? {}).includes("REQUIRED")
const isOutput = (field: protobuf.Field): boolean => JSON.stringify(field.options ?? {}).includes("OUTPUT_ONLY")

const INTEGER = /^-?\d+$/
const WHOLE = new Set(["int32", "uint32", "sint32", "fixed32"])
const LONG = new Set(["int64", "uint64", "sint64", "fixed64"])

const scalarProblem = (type: string, value: unknown): string | undefined => {
  if (type === "string") return typeof value === "string" ? undefined : "is not text"
  if (type === "bool") return typeof value === "boolean" ? undefined : "is not a boolean"
  if (WHOLE.has(type)) return Number.isSafeInteger(value) ? undefined : "is not a whole number"
  if (LONG.has(type))
    return typeof value === "string" && INTEGER.test(value) ? undefined : "is not a 64-bit number as text"
  if (type === "double" || type === "float") return typeof value === "number" ? undefined : "is not a number"
  return `has the type ${type}, which is not judged`
}

const valueProblems = (field: protobuf.Field, value: unknown, path: string): ReadonlyArray<string> => {
  const type = field.resolve().resolvedType
  if (type instanceof protobuf.Enum) {
    return typeof value === "string" && value in type.values ? [] : [`${path} is none of ${type.name}`]
  }
  if (type instanceof protobuf.Type) return problemsOf(type, value, path)
  const problem = scalarProblem(field.type, value)
  return problem === undefined ? [] : [`${path} ${problem}`]
}

/**
 * The errors of a JSON value, each with its path. Empty if the value is a valid message.
 * @param fromPath required fields that the URL contains
 */
export const problemsOf = (
  type: protobuf.Type,
  value: unknown,
  path = type.name,
  fromPath: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${path} is no message`]
  const fields: Readonly<Record<string, unknown>> = { ...value }
  const missing = type.fieldsArray.filter(
    (field) => isRequired(field) && !isOutput(field) && !(field.name in fields) && !fromPath.includes(field.name)
  )
  const several = type.oneofsArray.filter(
    ({ fieldsArray }) => fieldsArray.filter(({ name }) => name in fields).length > 1
  )
  return [
    ...missing.map(({ name }) => `${path}.${name} is missing`),
    ...several.map(({ name }) => `${path}.${name} is given more than once`),
    ...Object.entries(fields).flatMap(([name, item]) => {
      const field = type.fields[name]
      const at = `${path}.${name}`
      if (field === undefined) return [`${at} is not in the message`]
      if (isOutput(field)) return [`${at} is the service's to say`]
      if (!field.repeated) return valueProblems(field, item, at)
      if (!Array.isArray(item)) return [`${at} is not a list`]
      return item.flatMap((one, index) => valueProblems(field, one, `${at}.${index}`))
    })
  ]
}

/** The errors of an update mask: fields that are not in snake_case, not in the message or not in the body. */
export const maskProblems = (type: protobuf.Type, mask: string, body: object): ReadonlyArray<string> =>
  mask.split(",").flatMap((path) => {
    let within: protobuf.Type | null = type
    let value: unknown = body
    for (const part of path.split(".")) {
      if (/[A-Z]/.test(part)) return [`the mask's ${path} is not in snake_case`]
      const name = part.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      const field: protobuf.Field | undefined = within?.fields[name]
      if (field === undefined) return [`the mask's ${path} is not in the message`]
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[name]
      const resolved: protobuf.ReflectionObject | null = field.resolve().resolvedType
      within = resolved instanceof protobuf.Type ? resolved : null
    }
    return value === undefined ? [`the mask's ${path} is not in the body`] : []
  })
