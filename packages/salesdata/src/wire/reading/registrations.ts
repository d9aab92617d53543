/** Reads and normalises the domain and ABN of a record. */
import { isJsonObject } from "@inlay/core-http/json-object"

import * as identifiers from "../../identity/identifiers.ts"
import { valueOf } from "../../identity/identifiers.ts"
import { isSharedHost, isWholeSite } from "../../identity/shared-hosts.ts"
import { toText, type Reader } from "./record-reader.ts"

/** Providers put words and dashes into it. */
const businessNumber = (text: string) => valueOf(identifiers.abn(text.replace(/\D/g, "")))

/** The domain of an address that refers to a whole site. A page on a site may be about somebody else. */
const siteDomain = (text: string): string | undefined => {
  const site = valueOf(identifiers.website(text))
  return site !== undefined && isWholeSite(new URL(site)) ? valueOf(identifiers.domain(text)) : undefined
}

const ownDomain = (address: unknown): string | undefined => {
  const domain = typeof address === "string" ? siteDomain(address) : undefined
  return domain === undefined || isSharedHost(domain) ? undefined : domain
}

/** Reads the domain or, if there is none, the domain of the web address, unless that is on a shared host. */
export const domain = (
  fields: Reader,
  field: string,
  names: ReadonlyArray<string>,
  websites: ReadonlyArray<string>
): string | null => {
  const domainName = fields.normal(field, names, "a domain", siteDomain)
  const site = domainName === null ? fields.find(websites) : undefined
  const value = ownDomain(site?.value)
  if (site === undefined || value === undefined) return domainName
  fields.note(field, site)
  return value
}

/** Reads an ABN: eleven digits with a valid checksum. Any other number is drift. */
export const abn = (fields: Reader, field: string, names: ReadonlyArray<string>): string | null => {
  const registrations = fields.find(["tax_ids", "registrations", "identifiers"])
  for (const [i, item] of Array.isArray(registrations?.value) ? registrations.value.entries() : []) {
    if (!isJsonObject(item) || !/^abn$/i.test(toText(item["type"]) ?? "")) continue
    const value = businessNumber(toText(item["value"] ?? item["number"]) ?? "")
    if (value === undefined) continue
    fields.note(field, { value, path: `${registrations?.path}.${i}` })
    return value
  }
  return fields.normal(field, names, "an ABN", businessNumber)
}
