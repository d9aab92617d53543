/**
 * Normalises the identifiers of people and companies, for requests, cache keys and page detection. Pure. A problem is
 * worded to follow the field's name.
 */
import { isRegistry } from "./registries.ts"
import { isOwnSite } from "./shared-hosts.ts"

export type Normalised = { readonly ok: true; readonly value: string } | Malformed

interface Malformed {
  readonly ok: false
  readonly problem: string
}

/** The value of an identifier, if it is one. */
export const valueOf = (identifier: Normalised): string | undefined => (identifier.ok ? identifier.value : undefined)

const ok = (value: string): Normalised => ({ ok: true, value })
const no = (problem: string): Malformed => ({ ok: false, problem })

/**
 * Trims an e-mail address and lower-cases its domain. The local part is unchanged, because some servers are
 * case-sensitive.
 */
export const email = (text: string): Normalised => {
  const trimmedText = text.trim()
  const at = trimmedText.lastIndexOf("@")
  const local = trimmedText.slice(0, at)
  if (at < 1 || at === trimmedText.length - 1) return no("is not an e-mail address (name@domain)")
  if (local.length > 64 || !/^[^\s\p{Cc}\p{Cf}"(),:;<>@[\\\]]+$/u.test(local) || /^\.|\.\.|\.$/.test(local)) {
    return no("has a malformed part before the @")
  }
  const host = hostname(trimmedText.slice(at + 1))
  return host === undefined ? no("has a malformed domain") : ok(`${local}@${host}`)
}

/**
 * Lower-cases a host name, converts it to IDNA and removes the trailing dot. Returns `undefined` if it is not a public
 * host name.
 */
const hostname = (text: string): string | undefined => {
  if (/[\s/?#@:\\%]/.test(text) || !URL.canParse(`https://${text}`)) return undefined
  const host = new URL(`https://${text}`).hostname.replace(/\.$/, "")
  const labels = host.split(".")
  const valid = labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  return labels.length > 1 && valid && !/^\d+$/.test(labels.at(-1) ?? "") && host.length <= 253 ? host : undefined
}

const webUrl = (text: string): URL | undefined => {
  const trimmedText = text.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmedText) ? trimmedText : `https://${trimmedText}`
  // oxlint-disable-next-line no-control-regex -- an address with control characters is malformed
  if (/[\s\u0000-\u001F\u007F\\]/.test(trimmedText)) return undefined
  try {
    const url = new URL(withScheme)
    return /^https?:$/.test(url.protocol) && url.username + url.password === "" ? url : undefined
  } catch {
    return undefined
  }
}

/** Ids that a network assigns instead of a name, such as `ACoAA...`. They are case-sensitive, like base64. */
const OPAQUE_ID = /^AC[a-z]AA[\w-]{15,}$/

/** Whether a slug is an id assigned by the network, instead of a name that the member or company chose. */
export const isProfileId = (text: string): boolean => OPAQUE_ID.test(text) || /^\d+$/.test(text)

/** Almost every slug. Checked first, because the first use of the Unicode patterns takes the better part of a millisecond. */
const PLAIN_SLUG = /^[a-z0-9][a-z0-9_-]{0,199}$/i
/**
 * Symbols and emoji are part of some slugs (`johnson-&-johnson`), also emoji that a joiner combines. What separates parts
 * of an address, masks a value (`j***`) or marks a place to fill in (`{slug}`) is not: such a slug may be anybody's.
 */
const SLUG = /^([^\s\p{C}/?#%\\@*"`<>{}[\]|^]|[\u200C\u200D]){1,200}$/u
const isUnusualSlug = (text: string): boolean => SLUG.test(text) && /[\p{L}\p{N}\p{So}]/u.test(text)

/**
 * Decodes and lower-cases a slug, the last path segment of a profile URL. Ids assigned by the network keep their case.
 */
export const slug = (text: string): Normalised => {
  let decodedText = text.trim()
  try {
    decodedText = decodeURIComponent(decodedText)
  } catch {
    return no("has malformed percent-encoding")
  }
  if (decodedText === "") return no("is empty")
  if (!PLAIN_SLUG.test(decodedText) && !isUnusualSlug(decodedText)) {
    return no("is not a profile slug (the last part of a profile's address)")
  }
  return ok(OPAQUE_ID.test(decodedText) ? decodedText : decodedText.normalize("NFC").toLowerCase())
}

/** The first path segment of each kind of profile. */
export const profileKinds = { person: "in", company: "company" } as const

type Profile = { readonly ok: true; readonly host: string; readonly slug: string } | Malformed

/** Parses a profile URL of this kind into host and slug. Ignores locale sub-paths, queries and encodings. */
export const profile = (kind: keyof typeof profileKinds, text: string): Profile => {
  const url = webUrl(text)
  if (url === undefined) return no("is not a web address")
  // E-mails of LinkedIn link to /comm/in/, its pages for phones are at /mwlite/in/.
  const [room, name] = url.pathname
    .replace(/^\/(comm|mwlite)(?=\/)/, "")
    .split("/")
    .filter((segment) => segment !== "")
  if (room?.toLowerCase() !== profileKinds[kind] || name === undefined) {
    return no(`is not a ${kind} profile address (https://<site>/${profileKinds[kind]}/<slug>)`)
  }
  const normal = slug(name)
  return normal.ok ? { ok: true, host: url.host.replace(/^www\./, ""), slug: normal.value } : normal
}

/** Returns the slug of a profile URL of this kind. */
export const profileSlug = (kind: keyof typeof profileKinds, text: string): Normalised => {
  const parts = profile(kind, text)
  return parts.ok ? ok(parts.slug) : parts
}

/** Normalises a profile URL to `https://<host>/in/<slug>` or `/company/<slug>`, without `www.`. */
export const profileUrl = (kind: keyof typeof profileKinds, text: string): Normalised => {
  const parts = profile(kind, text)
  return parts.ok ? ok(`https://${parts.host}/${profileKinds[kind]}/${encodeURIComponent(parts.slug)}`) : parts
}

const noDomain = no("is not a domain such as company.com.au")

/** Returns a company's domain from a bare domain or any URL on it: lower case, IDNA, without `www.`. */
export const domain = (text: string): Normalised => {
  const url = webUrl(text)
  const host = url === undefined ? undefined : hostname(url.hostname)
  return host === undefined ? noDomain : ok(host.replace(/^www\./, ""))
}

/**
 * Like `domain`, for a company's own site. Refuses a registry such as `com.au`, and a URL whose path identifies the
 * company on a site that many companies share.
 */
export const companyDomain = (text: string): Normalised => {
  const url = webUrl(text)
  const normal = domain(text)
  if (normal.ok && isRegistry(normal.value)) return noDomain
  return url !== undefined && normal.ok && !isOwnSite(url)
    ? no(`is an address on ${normal.value}, where each path is somebody else's: give it as website`)
    : normal
}

/** Query parameters that track where a click came from and do not affect the page. */
const TRACKING =
  /^(utm_\w*|mc_[ce]id|([dfgy]|fb|tt|tw)?clid|gclsrc|[gw]braid|msclkid|li_fat_id|igsh(id)?|_hs\w+|hsa_\w+|mkt_tok|trk|srsltid)$/i

const isAddressing = (parameter: string): boolean =>
  parameter !== "" && !TRACKING.test(parameter.split("=", 1)[0] ?? "")

/**
 * Normalises a company's web address: keeps scheme, path and query, removes tracking parameters, and normalises the
 * host. Keeps a fragment that is a route (`#/acme`).
 */
export const website = (text: string): Normalised => {
  const url = webUrl(text)
  if (url === undefined || hostname(url.hostname) === undefined) return no("is not a web address")
  url.search = `?${url.search.slice(1).split("&").filter(isAddressing).join("&")}`
  const route = /^#[!/]/.test(url.hash) ? url.hash : ""
  return ok(`${url.protocol}//${url.host}${url.pathname.replace(/(?<!\/)\/+$/, "")}${url.search}${route}`)
}

/** Normalises a web address for comparison: without scheme and `www.`, with sorted parameters. */
export const webPlace = (text: string): Normalised => {
  const normal = website(text)
  if (!normal.ok) return normal
  const url = new URL(normal.value)
  url.search = `?${url.search.slice(1).split("&").sort().join("&")}`
  return ok(`${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}${url.search}${url.hash}`)
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** Normalises an Australian Business Number to eleven digits. The input may contain spaces. */
export const abn = (text: string): Normalised => {
  const digits = text.replace(/\s/g, "")
  if (!/^\d+$/.test(digits)) return no("must hold digits and spaces only")
  if (digits.length !== 11) return no(`has ${digits.length} digits; an ABN has exactly 11`)
  const sum = ABN_WEIGHTS.reduce((total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)), 0)
  if (digits < "11") return no(`begins with ${digits.slice(0, 2)}; an ABN's first two digits run from 11 to 99`)
  if (sum % 89 !== 0) return no("fails the ABN checksum; look for a mistyped digit")
  return ok(digits)
}

/** Formats eleven digits as the Australian Business Register prints them: `51 824 753 556`. */
export const spacedAbn = (digits: string): string => digits.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")
