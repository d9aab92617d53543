/** The identifiers of a lookup as cache and ledger keys: a profile URL and its slug are the same key. */
import * as identifiers from "../identifiers.ts"
import type { Normalised } from "../identifiers.ts"
import { readCompany } from "../schema/Company.ts"
import { readPerson } from "../schema/Person.ts"

const key = (kind: string, normalised: Normalised): ReadonlyArray<string> =>
  normalised.ok ? [`${kind}:${normalised.value}`] : []

type Readers = Readonly<Record<string, (text: string) => ReadonlyArray<string>>>

const person: Readers = {
  profilenet_url: (text) => key("slug", identifiers.profileSlug("person", text)),
  profilenet_slug: (text) => key("slug", identifiers.slug(text)),
  email: (text) => key("email", identifiers.email(text))
}

const company: Readers = {
  domain: (text) => key("domain", identifiers.domain(text)),
  website: (text) => key("domain", identifiers.domain(text)),
  profilenet_url: (text) => key("slug", identifiers.profileSlug("company", text)),
  abn: (text) => key("abn", identifiers.abn(text))
}

const fields = { person, company }

/** The keys of what was asked, field by field. */
export const keysByField = (
  kind: keyof typeof fields,
  asked: Readonly<Record<string, unknown>>
): ReadonlyArray<readonly [field: string, key: string]> =>
  Object.entries(fields[kind]).flatMap(([field, read]) => {
    const value = asked[field]
    return typeof value === "string" ? read(value).map((found) => [field, found] as const) : []
  })

export const keysAsked = (
  kind: keyof typeof fields,
  asked: Readonly<Record<string, unknown>>
): ReadonlyArray<string> => [...new Set(keysByField(kind, asked).map(([, found]) => found))]

/** The keys of the record in an answer. */
export const keysAnswered = (kind: keyof typeof fields, body: unknown): ReadonlyArray<string> => {
  if (kind === "person") {
    const record = readPerson(body)?.value
    if (record === undefined) return []
    return [
      ...(record.profileUrl === null ? [] : (person["profilenet_url"]?.(record.profileUrl) ?? [])),
      ...record.emails.flatMap((email) => person["email"]?.(email.value) ?? [])
    ]
  }
  const record = readCompany(body)?.value
  if (record === undefined) return []
  return keysAsked("company", {
    domain: record.domain ?? undefined,
    website: record.website ?? undefined,
    profilenet_url: record.profileUrl ?? undefined,
    abn: record.abn ?? undefined
  })
}
