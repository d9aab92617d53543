/**
 * The origins that an account's requests go to, from the address fields of its kind. A plugin may have two services.
 * Pure.
 */
import type { Field } from "@inlay/agent-plugin/manifest"

import { originOf } from "./origin.ts"

type Fields = ReadonlyArray<Pick<Field, "name" | "type" | "default">>

/** Returns the first address field, at which the form shows problems with an address. */
export const addressField = (fields: Fields): string | undefined => fields.find(({ type }) => type === "url")?.name

/** Returns every origin once. A missing or malformed address has no origin. */
export const originsOf = (fields: Fields, values: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const origins = fields
    .filter(({ type }) => type === "url")
    .map((field) => originOf(values[field.name]?.trim() || field.default))
  return [...new Set(origins.filter((origin) => origin !== undefined))]
}
