/** Where an account's requests go, by its kind's fields for addresses: a plugin may have two services. Pure. */
import type { Field } from "@inlay/agent-plugin/manifest"

import { originOf } from "../../messaging/origin.ts"

type Fields = ReadonlyArray<Pick<Field, "name" | "type" | "default">>

/** The first field for an address: what a problem of an address is shown at. */
export const addressField = (fields: Fields): string | undefined => fields.find(({ type }) => type === "url")?.name

/** Every origin, each once; an address that is missing or malformed has none. */
export const originsOf = (fields: Fields, values: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const origins = fields
    .filter(({ type }) => type === "url")
    .map((field) => originOf(values[field.name]?.trim() || field.default))
  return [...new Set(origins.filter((origin) => origin !== undefined))]
}

/** Whether two sets of values lead to the same origins. */
export const sameOrigins = (
  fields: Fields,
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>
): boolean => originsOf(fields, a).join("\n") === originsOf(fields, b).join("\n")
