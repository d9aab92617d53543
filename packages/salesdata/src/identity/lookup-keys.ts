/**
 * Converts a lookup's identifiers to cache and ledger keys, `kind:value`. A profile's URL and its slug give the same
 * key if they are on the same site. A web address counts as the company's domain only if it refers to the whole of the
 * company's own site.
 *
 * Identifiers that many people or companies share (a role mailbox, a mail host, a site with many companies) get a kind
 * that starts with `shared-`. Such a key stands for a question that was asked with it, never for the subject of a
 * record.
 */
import * as identifiers from "./identifiers.ts"
import { valueOf } from "./identifiers.ts"
import { isOn } from "./profile-sites.ts"
import { isSharedHost, isWholeSite } from "./shared-hosts.ts"
import { isMailHost, isSharedMailbox } from "./shared-mailboxes.ts"

type Kind = "person" | "company"

/** The parts of a person's record that identify the person. */
export interface PersonIdentity {
  readonly profileUrl: string | null
  readonly emails: ReadonlyArray<{ readonly value: string; readonly kind: string | null }>
}

/** The parts of a company's record that identify the company. */
export type CompanyIdentity = Readonly<Record<"domain" | "website" | "profileUrl" | "abn", string | null>>
type Sites = ReadonlyArray<string>
type Question = Readonly<Record<string, unknown>>
type Reader = (text: string, sites: Sites, question: Question) => string | undefined

const SHARED = "shared-"

const keyOf = (kind: string, value: string, isShared: boolean): string => `${isShared ? SHARED : ""}${kind}:${value}`

/** Returns a key in both forms, own and shared, because only a record may show which one applies. */
export const ownAndShared = (key: string): ReadonlyArray<string> => {
  const own = key.startsWith(SHARED) ? key.slice(SHARED.length) : key
  return [own, `${SHARED}${own}`]
}

/** What providers write instead of a missing profile. */
const NO_PROFILE = /^(unknown|undefined|null|none|nil|na|n-a|private|hidden|unavailable|not-?available|not-?found|0)$/

/**
 * A profile's key. Each network is its own kind, because a person may have profiles on several, and ids are a different
 * kind from names.
 */
const profile = (site: string, slug: string): string =>
  keyOf(
    `${identifiers.isProfileId(slug) ? "profile-id" : "profile"}@${site.replaceAll(":", "_")}`,
    slug,
    NO_PROFILE.test(slug)
  )

/** The network of a profile's host. Country hosts belong to the main site. */
const siteOf = (host: string, sites: Sites): string => sites.find((site) => isOn(host, site)) ?? host

const byUrl =
  (kind: Kind) =>
  (text: string, sites: Sites): string | undefined => {
    const address = identifiers.profile(kind, text)
    return address.ok ? profile(siteOf(address.host, sites), address.slug) : undefined
  }

/**
 * Reads a bare slug. It is on the network of the question's profile URL if there is one, and otherwise on the account's
 * own: the same slug on two networks may be two people.
 */
const bySlug: Reader = (text, sites, { profilenet_url: url }) => {
  const slug = valueOf(identifiers.slug(text))
  if (slug === undefined) return undefined
  if (url === undefined) return profile(sites[0] ?? "", slug)
  const address = typeof url === "string" ? identifiers.profile("person", url) : undefined
  return address?.ok === true ? profile(siteOf(address.host, sites), slug) : undefined
}

const isShared = (host: string, sites: Sites): boolean =>
  isSharedHost(host) || isMailHost(host) || sites.some((site) => isOn(host, site))

/** Reads a web address or a domain. A domain may be given as an address. */
const site: Reader = (text, sites) => {
  const place = valueOf(identifiers.webPlace(text))
  const host = valueOf(identifiers.domain(text))
  if (place === undefined || host === undefined) return undefined
  const isSharedSite = isShared(host, sites)
  const url = new URL(`https://${place}`)
  const isSite = url.port === "" && (place === host || (!isSharedSite && isWholeSite(url)))
  return isSite ? keyOf("domain", host, isSharedSite) : keyOf("website", place, false)
}

const email = (text: string, kind: string | null = null): string | undefined => {
  const address = valueOf(identifiers.email(text))
  // Requests keep the case of the local part, but no two people have addresses that differ only by case.
  return address === undefined ? undefined : keyOf("email", address.toLowerCase(), isSharedMailbox(address, kind))
}

const businessNumber: Reader = (text) => {
  const digits = valueOf(identifiers.abn(text))
  return digits === undefined ? undefined : keyOf("abn", digits, false)
}

const readers: Readonly<Record<Kind, ReadonlyArray<readonly [field: string, readKey: Reader]>>> = {
  person: [
    ["profilenet_url", byUrl("person")],
    ["profilenet_slug", bySlug],
    ["email", (text) => email(text)]
  ],
  company: [
    ["domain", site],
    ["website", site],
    ["profilenet_url", byUrl("company")],
    ["abn", businessNumber]
  ]
}

/** The keys of a question, by field. */
export const keysByField = (
  kind: Kind,
  question: Question,
  sites: Sites
): ReadonlyArray<readonly [field: string, key: string]> =>
  readers[kind].flatMap(([field, readKey]) => {
    const value = question[field]
    const key = typeof value === "string" ? readKey(value, sites, question) : undefined
    return key === undefined ? [] : [[field, key] as const]
  })

/**
 * The keys of a question. Returns none if the question contains anything that is not a readable identifier, because the
 * answer may depend on it.
 */
export const keysOfQuestion = (kind: Kind, question: Question, sites: Sites): ReadonlyArray<string> => {
  const keys = keysByField(kind, question, sites)
  return keys.length < Object.keys(question).length ? [] : [...new Set(keys.map(([, key]) => key))]
}

/** Whether a subject can have only one key of this kind. */
export const isSole = (key: string): boolean => /^(profile(-id)?@|abn:)/.test(key)

/** Whether a key in a record identifies the record's subject. */
export const isOwn = (key: string): boolean => !key.startsWith(SHARED)

const withoutMissing = (keys: ReadonlyArray<string | undefined>): ReadonlyArray<string> => [
  ...new Set(keys.filter((key) => key !== undefined))
]

/** The keys of a person's record: each profile and e-mail address in it. */
export const keysOfPerson = ({ profileUrl, emails }: PersonIdentity, sites: Sites): ReadonlyArray<string> =>
  withoutMissing([
    profileUrl === null ? undefined : byUrl("person")(profileUrl, sites),
    ...emails.map(({ value, kind }) => email(value, kind))
  ])

/**
 * The keys of a company's record. If the record's web address is a page below its domain, the site is a directory, and
 * the domain becomes a shared key.
 */
export const keysOfCompany = (
  { domain, website, profileUrl, abn }: CompanyIdentity,
  sites: Sites
): ReadonlyArray<string> => {
  const fields = { domain, website, profilenet_url: profileUrl, abn }
  const keys = keysByField("company", fields, sites).map(([, key]) => key)
  const isPageOf = (key: string) => keys.some((page) => page.startsWith("website:") && confirms([key], page))
  return withoutMissing(keys.map((key) => (key.startsWith("domain:") && isPageOf(key) ? `${SHARED}${key}` : key)))
}

/** Whether a record's keys confirm a key of the question: they include it, or the domain that its page is on. */
export const confirms = (recordKeys: ReadonlyArray<string>, key: string): boolean => {
  if (recordKeys.includes(key)) return true
  if (key.startsWith("email:")) return recordKeys.includes(`${SHARED}${key}`)
  if (!key.startsWith("website:")) return false
  const host = valueOf(identifiers.domain(key.slice("website:".length)))
  return host !== undefined && recordKeys.includes(`domain:${host}`)
}
