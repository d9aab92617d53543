// Encodes a response as JSON: default values are omitted, int64 is text, and enums are names, or numbers if the caller
// asks for numbers.
// Source: https://protobuf.dev/programming-guides/json/

import type { Field, Message } from "./types.ts"

/** The response of an operation: the fields of a message by their JSON names, with enums as names. */
export type Content = Readonly<Record<string, unknown>>

const encodeField = (field: Field, value: unknown, enumNumbers: boolean): unknown => {
  switch (field.kind) {
    case "list":
      return Array.isArray(value) ? value.map((item) => encodeField(field.of, item, enumNumbers)) : []
    case "message":
      return encode(field.message(), value as Content, enumNumbers)
    case "enum":
      return enumNumbers ? field.values[String(value)] : value
    case "int64":
      return String(value)
    default:
      return value
  }
}

const isDefault = (field: Field, value: unknown): boolean => {
  if (field.kind === "list") return Array.isArray(value) && value.length === 0
  if (field.kind === "enum") return field.values[String(value)] === 0
  return value === "" || value === 0 || value === false
}

/** The message with only the fields that its definition has. */
export const encode = ({ fields, present }: Message, content: Content, enumNumbers: boolean): Content => {
  const encoded: Record<string, unknown> = {}
  for (const name in fields) {
    const [field, value] = [fields[name], content[name]]
    if (field === undefined || value === undefined || value === null) continue
    if (isDefault(field, value) && !present.includes(name)) continue
    encoded[name] = encodeField(field, value, enumNumbers)
  }
  return encoded
}
