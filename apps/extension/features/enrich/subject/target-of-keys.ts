/**
 * Reconstructs the lookup that a ledger row or a saved answer was for, so that an unknown charge can be asked again from
 * its row alone, and an answer read again from its keys. Pure.
 */
import { savedTarget, targetOf, type Target } from "./target.ts"

interface Lookup {
  readonly of: "person" | "company"
  /** The path segment in front of the name in a profile's address. */
  readonly segment: string
  /** The kinds of subjects that it looks up. */
  readonly kinds: ReadonlyArray<string>
  /** The fields of its input that have the name of their key's kind. */
  readonly fields: ReadonlyArray<string>
}

const LOOKUPS: ReadonlyMap<string, Lookup> = new Map([
  ["enrichPerson", { of: "person", segment: "in", kinds: ["person"], fields: ["email"] }],
  [
    "enrichCompany",
    { of: "company", segment: "company", kinds: ["company", "site"], fields: ["domain", "abn", "website"] }
  ]
])

/**
 * `profile@127.0.0.1_4680:ann` becomes `https://127.0.0.1:4680/in/ann`. A port follows `_`, because `:` ends a key's
 * kind.
 */
const addressOf = (key: string, segment: string): string | undefined => {
  const value = key.slice(key.indexOf(":") + 1)
  const [, site] = /^profile(?:-id)?@([^:]+):/.exec(key) ?? []
  if (site !== undefined) return `https://${site.replace(/_(\d+)$/, ":$1")}/${segment}/${value}`
  return key.startsWith("domain:") ? `https://${value}/` : undefined
}

/**
 * Returns the identifier that a key was made from, as a person would write it.
 * @param segment in front of the name in a profile's address: `in` or `company`
 */
export const identifierOf = (key: string, segment: string): string =>
  addressOf(key, segment) ?? key.slice(key.indexOf(":") + 1)

/** Returns `undefined` for a search, and for lookups that the extension does not make itself. */
export const targetOfKeys = (
  operation: string,
  keys: ReadonlyArray<string>,
  sites: ReadonlyArray<string>
): Target | undefined => {
  const lookup = LOOKUPS.get(operation)
  if (lookup === undefined) return undefined
  const addresses = keys.map((key) => addressOf(key, lookup.segment)).filter((address) => address !== undefined)
  return addresses
    .map((address) => targetOf(address, sites))
    .find((target) => target !== undefined && lookup.kinds.includes(target.subject.kind))
}

/** Keys of what several people or companies share are asked for, too, but say less about whose the answer is. */
const SHARED = "shared-"

/**
 * Returns the lookup that finds a saved answer by one of its keys, whatever the account's settings are now, or
 * `undefined` for a search.
 */
export const savedTargetOf = (operation: string, keys: ReadonlyArray<string>): Target | undefined => {
  const lookup = LOOKUPS.get(operation)
  if (lookup === undefined) return undefined
  const { of, segment, fields } = lookup
  const inOrder = keys.toSorted((a, b) => Number(a.startsWith(SHARED)) - Number(b.startsWith(SHARED)))
  for (const key of inOrder.map((one) => one.replace(SHARED, ""))) {
    const field = key.slice(0, key.indexOf(":"))
    if (fields.includes(field)) return savedTarget(of, { [field]: key.slice(field.length + 1) })
    const address = field.startsWith("profile") ? addressOf(key, segment) : undefined
    if (address !== undefined) return savedTarget(of, { profilenet_url: address })
  }
  return undefined
}
