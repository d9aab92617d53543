// Reads the identifiers of a person or company from a request body. This is the sandbox's own implementation: it must
// not agree with a client because they share code.

import type { JsonObject } from "@inlay/sandbox-kit/json"

import { isAbn } from "./dataset/registers.ts"
import type { Problem } from "./wire.ts"

export interface PersonKeys {
  readonly slugFromUrl?: string
  readonly slug?: string
  readonly email?: string
}

export interface CompanyKeys {
  readonly slugFromUrl?: string
  readonly domain?: string
  readonly domainFromWebsite?: string
  readonly abn?: string
}

export type KeyReading<Keys> = { readonly keys: Keys } | { readonly problems: ReadonlyArray<Problem> }

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const parseUrl = (text: string): URL | undefined => {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined
}

export const readSlug = (text: string): string => decode(text.trim()).normalize("NFC").toLowerCase()

/** Reads `/in/<slug>` on any host, ignoring anything after it: a locale, a slash, a query or a fragment. */
const readProfileUrl = (text: string, section: "in" | "company"): string | undefined => {
  const [first, slug] = parseUrl(text.trim())?.pathname.split("/").filter(Boolean) ?? []
  return first === section && slug !== undefined ? readSlug(slug) : undefined
}

/** The local part is case-sensitive, the domain is not. */
export const readEmail = (text: string): string | undefined => {
  const match = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/.exec(text.trim())
  return match === null ? undefined : `${match[1]}@${match[2]?.toLowerCase()}`
}

const readDomain = (text: string): string | undefined => {
  const host = parseUrl(text.trim())
    ?.hostname.replace(/\.$/, "")
    .replace(/^www\./, "")
  return host?.includes(".") === true ? host : undefined
}

const readAbn = (text: string): string | undefined => {
  const digits = text.replaceAll(/\s/g, "")
  return isAbn(digits) ? digits : undefined
}

type Reader = (text: string) => string | undefined

const readKeys = <Key extends string>(
  body: JsonObject,
  fields: Readonly<Record<string, { readonly key: Key; readonly read: Reader; readonly message: string }>>
): KeyReading<Partial<Record<Key, string>>> => {
  const keys: Partial<Record<Key, string>> = {}
  const problems: Array<Problem> = []
  for (const [field, { key, read: readKey, message }] of Object.entries(fields)) {
    const value = body[field]
    if (value === undefined || value === null) continue
    const identifierKey = typeof value === "string" ? readKey(value) : undefined
    if (identifierKey === undefined || identifierKey === "") problems.push({ field, message })
    else keys[key] = identifierKey
  }
  if (problems.length > 0) return { problems }
  if (Object.keys(keys).length > 0) return { keys }
  const names = Object.keys(fields).join(", ")
  return { problems: [{ field: "body", message: `send at least one of ${names}` }] }
}

export const readPersonKeys = (body: JsonObject): KeyReading<PersonKeys> =>
  readKeys(body, {
    profilenet_url: {
      key: "slugFromUrl",
      read: (text) => readProfileUrl(text, "in"),
      message: "must be the address of a person's profile"
    },
    email: { key: "email", read: readEmail, message: "must be an e-mail address" },
    profilenet_slug: { key: "slug", read: readSlug, message: "must be a profile slug" }
  })

export const readCompanyKeys = (body: JsonObject): KeyReading<CompanyKeys> =>
  readKeys(body, {
    domain: { key: "domain", read: readDomain, message: "must be a domain" },
    profilenet_url: {
      key: "slugFromUrl",
      read: (text) => readProfileUrl(text, "company"),
      message: "must be the address of a company's profile"
    },
    abn: { key: "abn", read: readAbn, message: "must be a valid ABN of 11 digits" },
    website: { key: "domainFromWebsite", read: readDomain, message: "must be a web address" }
  })
