/**
 * The identifiers of a lookup as cache and ledger keys, `kind:value`. A profile's address and its slug are the same key,
 * on the same site; a web address is a company's domain unless it stands on somebody else's.
 */
import { isOn } from "../detect.ts"
import * as identifiers from "../identifiers.ts"
import type { Normalised } from "../identifiers.ts"
import type { Company } from "../schema/Company.ts"
import type { Person } from "../schema/Person.ts"
import { isOwnSite } from "../shared-hosts.ts"

type Kind = "person" | "company"
type Reader = (text: string, sites: ReadonlyArray<string>) => string | undefined

const key = (kind: string, normalised: Normalised): string | undefined =>
  normalised.ok ? `${kind}:${normalised.value}` : undefined

/** One kind for each network, so that a person may have a profile on several. */
const profile = (site: string, slug: Normalised) => key(`profile@${site.replaceAll(":", "_")}`, slug)

/** A profile's network: its country hosts are the site itself. */
const siteOf = (host: string, sites: ReadonlyArray<string>): string => sites.find((site) => isOn(host, site)) ?? host

const byUrl =
  (kind: Kind): Reader =>
  (text, sites) => {
    const found = identifiers.profile(kind, text)
    return found.ok ? profile(siteOf(found.host, sites), { ok: true, value: found.slug }) : undefined
  }

const website: Reader = (text) => {
  const normal = identifiers.website(text)
  if (!normal.ok) return undefined
  return isOwnSite(new URL(normal.value)) ? key("domain", identifiers.domain(text)) : key("website", normal)
}

const readers: Readonly<Record<Kind, Readonly<Record<string, Reader>>>> = {
  person: {
    profilenet_url: byUrl("person"),
    // A bare slug is one of the account's own network.
    profilenet_slug: (text, sites) => profile(sites[0] ?? "", identifiers.slug(text)),
    // Sent as written; but nobody has two people under one address.
    email: (text) => key("email", identifiers.email(text))?.toLowerCase()
  },
  company: {
    domain: (text) => key("domain", identifiers.domain(text)),
    website,
    profilenet_url: byUrl("company"),
    abn: (text) => key("abn", identifiers.abn(text))
  }
}

/** The fields by which a lookup of this kind finds its subject. */
export const identifierFields: Readonly<Record<Kind, ReadonlyArray<string>>> = {
  person: Object.keys(readers.person),
  company: Object.keys(readers.company)
}

/** The keys of what was asked, field by field. */
export const keysByField = (
  kind: Kind,
  asked: Readonly<Record<string, unknown>>,
  sites: ReadonlyArray<string>
): ReadonlyArray<readonly [field: string, key: string]> =>
  Object.entries(readers[kind]).flatMap(([field, read]) => {
    const value = asked[field]
    const found = typeof value === "string" ? read(value, sites) : undefined
    return found === undefined ? [] : [[field, found] as const]
  })

export const keysAsked = (
  kind: Kind,
  asked: Readonly<Record<string, unknown>>,
  sites: ReadonlyArray<string>
): ReadonlyArray<string> => [...new Set(keysByField(kind, asked, sites).map(([, found]) => found))]

/** Whether a subject has only one key of this kind. */
export const isSole = (found: string): boolean => found.startsWith("profile@") || found.startsWith("abn:")

/** The keys of a person's record: each profile and address that it holds. */
export const keysOfPerson = (record: Person, sites: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...keysAsked("person", { profilenet_url: record.profileUrl }, sites),
  ...record.emails.flatMap((email) => keysAsked("person", { email: email.value }, sites))
]

/** The keys of a company's record. */
export const keysOfCompany = (record: Company, sites: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { domain, website: site, profileUrl, abn } = record
  return keysAsked("company", { domain, website: site, profilenet_url: profileUrl, abn }, sites)
}
