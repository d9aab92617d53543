/**
 * Reconstructs the lookup that a ledger row was for, so that an unknown charge can be asked again from its row alone.
 * Pure.
 */
import { targetOf, type Target } from "./target.ts"

/** By operation: the path segment of a profile's address, and the kinds of subjects that it looks up. */
const LOOKUPS: ReadonlyMap<string, { readonly room: string; readonly kinds: ReadonlyArray<string> }> = new Map([
  ["enrichPerson", { room: "in", kinds: ["person"] }],
  ["enrichCompany", { room: "company", kinds: ["company", "site"] }]
])

/**
 * `profile@127.0.0.1_4680:ann` becomes `https://127.0.0.1:4680/in/ann`. A port follows `_`, because `:` ends a key's
 * kind.
 */
const addressOf = (key: string, room: string): string | undefined => {
  const value = key.slice(key.indexOf(":") + 1)
  const [, site] = /^profile(?:-id)?@([^:]+):/.exec(key) ?? []
  if (site !== undefined) return `https://${site.replace(/_(\d+)$/, ":$1")}/${room}/${value}`
  return key.startsWith("domain:") ? `https://${value}/` : undefined
}

/**
 * Returns the identifier that a key was made from, as a person would write it. @param room path segment of a profile's
 * address: `in` or `company`
 */
export const identifierOf = (key: string, room: string): string =>
  addressOf(key, room) ?? key.slice(key.indexOf(":") + 1)

/** Returns `undefined` for a search, and for lookups that the extension does not make itself. */
export const targetOfKeys = (
  operation: string,
  keys: ReadonlyArray<string>,
  sites: ReadonlyArray<string>
): Target | undefined => {
  const lookup = LOOKUPS.get(operation)
  if (lookup === undefined) return undefined
  const addresses = keys.map((key) => addressOf(key, lookup.room)).filter((address) => address !== undefined)
  return addresses
    .map((address) => targetOf(address, sites))
    .find((target) => target !== undefined && lookup.kinds.includes(target.subject.kind))
}
