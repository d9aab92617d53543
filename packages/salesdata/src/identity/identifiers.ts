/**
 * The identifiers of people and companies in their one normal form: for requests, cache keys and page detection. Pure;
 * a problem is said in words that follow the field's name.
 */
import { isOwnSite } from "./shared-hosts.ts"

export type Normalised = { readonly ok: true; readonly value: string } | Malformed

interface Malformed {
  readonly ok: false
  readonly problem: string
}

const ok = (value: string): Normalised => ({ ok: true, value })
const no = (problem: string): Malformed => ({ ok: false, problem })

/** Trimmed; the domain in lower case. The local part is kept as written: some servers tell its case apart. */
export const email = (text: string): Normalised => {
  const trimmedText = text.trim()
  const at = trimmedText.lastIndexOf("@")
  const local = trimmedText.slice(0, at)
  if (at < 1 || at === trimmedText.length - 1) return no("is not an e-mail address (name@domain)")
  if (
    local.length > 64 ||
    !/^[^\s"(),:;<>@[\\\]]+$/u.test(local) ||
    local.startsWith(".") ||
    local.endsWith(".") ||
    local.includes("..")
  ) {
    return no("has a malformed part before the @")
  }
  const host = hostname(trimmedText.slice(at + 1))
  return host === undefined ? no("has a malformed domain") : ok(`${local}@${host}`)
}

/** Lower case, IDNA, no trailing dot; `undefined` for what is no public host name. */
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
  if (/[\s\u0000-\u001F\u007F\\]/.test(trimmedText) || !URL.canParse(withScheme)) return undefined
  const url = new URL(withScheme)
  return (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === ""
    ? url
    : undefined
}

/** Ids that a network gives in place of a name, such as `ACoAA...`: letters in both cases make them, as in base64. */
const OPAQUE_ID = /^AC[a-z]AA[\w-]{15,}$/

/** Whether a slug is an id that the network gave, not the name that a member or a company chose. */
export const isProfileId = (text: string): boolean => OPAQUE_ID.test(text) || /^\d+$/.test(text)

/** The last path segment of a profile URL: decoded, in lower case but for an id whose letters tell case apart. */
export const slug = (text: string): Normalised => {
  let decodedText = text.trim()
  try {
    decodedText = decodeURIComponent(decodedText)
  } catch {
    return no("has malformed percent-encoding")
  }
  if (decodedText === "") return no("is empty")
  if (!/^[\p{L}\p{N}\p{M}_'’.-]{1,200}$/u.test(decodedText) || /^\.+$/.test(decodedText)) {
    return no("is not a profile slug (the last part of a profile's address)")
  }
  return ok(OPAQUE_ID.test(decodedText) ? decodedText : decodedText.normalize("NFC").toLowerCase())
}

const profileKinds = { person: "in", company: "company" } as const

/** A profile URL of this kind taken apart; locale sub-paths, queries and encodings do not matter. */
export const profile = (
  kind: keyof typeof profileKinds,
  text: string
): { readonly ok: true; readonly host: string; readonly slug: string } | Malformed => {
  const url = webUrl(text)
  if (url === undefined) return no("is not a web address")
  const [room, name] = url.pathname.split("/").filter((segment) => segment !== "")
  if (room?.toLowerCase() !== profileKinds[kind] || name === undefined) {
    return no(`is not a ${kind} profile address (https://<site>/${profileKinds[kind]}/<slug>)`)
  }
  const normal = slug(name)
  return normal.ok ? { ok: true, host: url.host.replace(/^www\./, ""), slug: normal.value } : normal
}

/** The slug of a profile URL of this kind. */
export const profileSlug = (kind: keyof typeof profileKinds, text: string): Normalised => {
  const parts = profile(kind, text)
  return parts.ok ? ok(parts.slug) : parts
}

/** A profile URL in its one form: `https://<host>/in/<slug>` or `/company/<slug>`, without `www.`. */
export const profileUrl = (kind: keyof typeof profileKinds, text: string): Normalised => {
  const parts = profile(kind, text)
  return parts.ok ? ok(`https://${parts.host}/${profileKinds[kind]}/${encodeURIComponent(parts.slug)}`) : parts
}

/** A company's domain, from a bare domain or any address on it: lower case, IDNA, no `www.`. */
export const domain = (text: string): Normalised => {
  const url = webUrl(text)
  const host = url === undefined ? undefined : hostname(url.hostname)
  return host === undefined ? no("is not a domain such as company.com.au") : ok(host.replace(/^www\./, ""))
}

/** The same from what a caller gives; an address whose path tells the company, on a site of many, is no domain. */
export const companyDomain = (text: string): Normalised => {
  const url = webUrl(text)
  const normal = domain(text)
  return url !== undefined && normal.ok && !isOwnSite(url)
    ? no(`is an address on ${normal.value}, where each path is somebody else's: give it as website`)
    : normal
}

/** Parameters that tell where a click came from, not what it leads to. */
const TRACKING =
  /^(utm_\w*|mc_[ce]id|[fgy]?clid|fbclid|gclid|gclsrc|gbraid|wbraid|dclid|msclkid|ttclid|twclid|li_fat_id|igshid|igsh|_hs\w+|hsa_\w+|mkt_tok|trk|srsltid)$/i

const isAddressing = (parameter: string): boolean =>
  parameter !== "" && !TRACKING.test(parameter.split("=", 1)[0] ?? "")

/**
 * A company's web address: scheme, path and query as given, without what only tracks a click; host normalised. A fragment
 * stays where it is a path of its own (`#/acme`).
 */
export const website = (text: string): Normalised => {
  const url = webUrl(text)
  if (url === undefined || hostname(url.hostname) === undefined) return no("is not a web address")
  const query = url.search.slice(1).split("&").filter(isAddressing).join("&")
  const route = /^#[!/]/.test(url.hash) ? url.hash : ""
  return ok(`${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}${query === "" ? "" : `?${query}`}${route}`)
}

/** A web address in the one form by which two are the same: without scheme and `www.`, its parameters in order. */
export const webPlace = (text: string): Normalised => {
  const normal = website(text)
  if (!normal.ok) return normal
  const url = new URL(normal.value)
  const query = url.search.slice(1).split("&").sort().join("&")
  return ok(
    `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}${query === "" ? "" : `?${query}`}${url.hash}`
  )
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** An Australian Business Number as eleven digits; spaces are allowed in what is given. */
export const abn = (text: string): Normalised => {
  const digits = text.replace(/[\s\u00A0]/g, "")
  if (!/^\d+$/.test(digits)) return no("must hold digits and spaces only")
  if (digits.length !== 11) return no(`has ${digits.length} digits; an ABN has exactly 11`)
  const sum = ABN_WEIGHTS.reduce((total, weight, i) => total + weight * (Number(digits[i]) - (i === 0 ? 1 : 0)), 0)
  if (digits < "11") return no(`begins with ${digits.slice(0, 2)}; an ABN's first two digits run from 11 to 99`)
  if (sum % 89 !== 0) return no("fails the ABN checksum; look for a mistyped digit")
  return ok(digits)
}
