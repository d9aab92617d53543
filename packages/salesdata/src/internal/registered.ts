/** Domain and ABN as a record gives them, in their normal form. */
import * as identifiers from "../identifiers.ts"
import { isObject } from "./json-path.ts"
import { toText, type Reader } from "./reader.ts"

const valueOf = (normalised: identifiers.Normalised) => (normalised.ok ? normalised.value : undefined)

/** A domain, or the domain of a web address. */
export const domain = (read: Reader, field: string, names: ReadonlyArray<string>): string | null =>
  read.normal(field, names, "a domain", (text) => valueOf(identifiers.domain(text)))

/** Eleven digits with a good checksum; a number that is no ABN is drift. */
export const abn = (read: Reader, field: string, names: ReadonlyArray<string>): string | null => {
  const registrations = read.find(["tax_ids", "registrations", "identifiers"])
  if (registrations !== undefined && Array.isArray(registrations.value)) {
    for (const [i, item] of registrations.value.entries()) {
      const text =
        isObject(item) && toText(item["type"])?.toLowerCase() === "abn"
          ? toText(item["value"] ?? item["number"])
          : undefined
      const value = text === undefined ? undefined : valueOf(identifiers.abn(text))
      if (value === undefined) continue
      read.note(field, { value, path: `${registrations.path}.${i}` })
      return value
    }
  }
  return read.normal(field, names, "an ABN", (text) => valueOf(identifiers.abn(text)))
}
