/**
 * The identifiers of a lookup as cache and ledger keys, `kind:value`. A profile's address and its slug are the same key,
 * on the same site; a web address is a company's domain only where it means a whole site of its own.
 *
 * What many use (a role's mailbox, a mail host, a site of many companies) has a key of a kind that begins with `shared-`:
 * it stands for a question that was asked by it, never for the subject of a record.
 */
import * as identifiers from "./identifiers.ts"
import type { Normalised } from "./identifiers.ts"
import { isOn } from "./profile-sites.ts"
import { isSharedHost, isWholeSite } from "./shared-hosts.ts"
import { isMailHost, isSharedMailbox } from "./shared-mailboxes.ts"

type Kind = "person" | "company"

/** What of a person's record identifies whom it is about. */
export interface PersonIdentity {
  readonly profileUrl: string | null
  readonly emails: ReadonlyArray<{ readonly value: string; readonly kind: string | null }>
}

/** What of a company's record identifies which it is about. */
export type CompanyIdentity = Readonly<Record<"domain" | "website" | "profileUrl" | "abn", string | null>>
type Sites = ReadonlyArray<string>
type Reader = (text: string, sites: Sites) => string | undefined

const SHARED = "shared-"

const keyOf = (kind: string, value: string, isShared: boolean): string => `${isShared ? SHARED : ""}${kind}:${value}`

/** A key as one subject's own and as one that many use: which of them it is may be for a record to say. */
export const ownAndShared = (key: string): ReadonlyArray<string> => {
  const own = key.startsWith(SHARED) ? key.slice(SHARED.length) : key
  return [own, `${SHARED}${own}`]
}

/** What providers write in place of a profile that they do not have. */
const NO_PROFILE = /^(unknown|undefined|null|none|nil|na|n-a|private|hidden|unavailable|not-?available|not-?found|0)$/

/** One kind for each network, so that a person may have a profile on several; an id is another kind than a name. */
const profile = (site: string, slug: string): string =>
  keyOf(
    `${identifiers.isProfileId(slug) ? "profile-id" : "profile"}@${site.replaceAll(":", "_")}`,
    slug,
    NO_PROFILE.test(slug)
  )

/** A profile's network: its country hosts are the site itself. */
const siteOf = (host: string, sites: Sites): string => sites.find((site) => isOn(host, site)) ?? host

const byUrl =
  (kind: Kind): Reader =>
  (text, sites) => {
    const address = identifiers.profile(kind, text)
    return address.ok ? profile(siteOf(address.host, sites), address.slug) : undefined
  }

const isShared = (host: string, sites: Sites): boolean =>
  isSharedHost(host) || isMailHost(host) || sites.some((site) => isOn(host, site))

const valueOf = (identifier: Normalised): string | undefined => (identifier.ok ? identifier.value : undefined)

/** A web address, or a domain, which may be given as one. */
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
  // Sent as written; but nobody has two people under one address.
  return address === undefined ? undefined : keyOf("email", address.toLowerCase(), isSharedMailbox(address, kind))
}

const readers: Readonly<Record<Kind, Readonly<Record<string, Reader>>>> = {
  person: {
    profilenet_url: byUrl("person"),
    // A bare slug is one of the account's own network.
    profilenet_slug: (text, sites) => {
      const slug = valueOf(identifiers.slug(text))
      return slug === undefined ? undefined : profile(sites[0] ?? "", slug)
    },
    email: (text) => email(text)
  },
  company: {
    domain: site,
    website: site,
    profilenet_url: byUrl("company"),
    abn: (text) => {
      const abn = valueOf(identifiers.abn(text))
      return abn === undefined ? undefined : keyOf("abn", abn, false)
    }
  }
}

/** The keys of a question, field by field. */
export const keysByField = (
  kind: Kind,
  question: Readonly<Record<string, unknown>>,
  sites: Sites
): ReadonlyArray<readonly [field: string, key: string]> =>
  Object.entries(readers[kind]).flatMap(([field, readKey]) => {
    const value = question[field]
    const key = typeof value === "string" ? readKey(value, sites) : undefined
    return key === undefined ? [] : [[field, key] as const]
  })

/**
 * The keys of a question; none where it asks anything that is no identifier that can be read: its answer may be about
 * that.
 */
export const keysOfQuestion = (
  kind: Kind,
  question: Readonly<Record<string, unknown>>,
  sites: Sites
): ReadonlyArray<string> => {
  const keys = keysByField(kind, question, sites)
  return keys.length < Object.keys(question).length ? [] : [...new Set(keys.map(([, key]) => key))]
}

/** Whether a subject has only one key of this kind. */
export const isSole = (key: string): boolean => /^(profile(-id)?@|abn:)/.test(key)

/** Whether a key in a record tells whom the record is about. */
export const isOwn = (key: string): boolean => !key.startsWith(SHARED)

const present = (keys: ReadonlyArray<string | undefined>): ReadonlyArray<string> => [
  ...new Set(keys.filter((key) => key !== undefined))
]

/** The keys of a person's record: each profile and address that it holds. */
export const keysOfPerson = ({ profileUrl, emails }: PersonIdentity, sites: Sites): ReadonlyArray<string> =>
  present([
    profileUrl === null ? undefined : byUrl("person")(profileUrl, sites),
    ...emails.map(({ value, kind }) => email(value, kind))
  ])

/**
 * The keys of a company's record. Its domain is nobody's own where its web address is a page below it: a directory, taken
 * for the company's site.
 */
export const keysOfCompany = (
  { domain, website, profileUrl, abn }: CompanyIdentity,
  sites: Sites
): ReadonlyArray<string> => {
  const fields = { domain, website, profilenet_url: profileUrl, abn }
  const keys = keysByField("company", fields, sites).map(([, key]) => key)
  const isPageOf = (key: string) => keys.some((page) => page.startsWith("website:") && confirms([key], page))
  return present(keys.map((key) => (key.startsWith("domain:") && isPageOf(key) ? `${SHARED}${key}` : key)))
}

/** Whether a record's keys confirm a key of the question: they hold it, or the domain on which its page stands. */
export const confirms = (recordKeys: ReadonlyArray<string>, key: string): boolean => {
  if (recordKeys.includes(key)) return true
  if (key.startsWith("email:")) return recordKeys.includes(`${SHARED}${key}`)
  if (!key.startsWith("website:")) return false
  const host = valueOf(identifiers.domain(key.slice("website:".length)))
  return host !== undefined && recordKeys.includes(`domain:${host}`)
}
