/** What the account form accepts, before anything is asked of the browser or sent. Pure. */
import type { Field } from "@inlay/agent-plugin/manifest"

import { account as words } from "../../locales/en/account.ts"
import { originOf } from "../../messaging/origin.ts"

export type Values = Readonly<Record<string, string>>

/** Shown at once; every other setting is one step away. */
const ESSENTIAL = new Set(["base_url", "api_key", "key_header", "cap_day", "cap_run", "profile_site"])

export const isEssential = (field: Field): boolean => field.required || ESSENTIAL.has(field.name)

/** What a new account begins with. A cap that nobody sets is one that nobody has: this one has to be cleared on purpose. */
export const PROPOSED: Values = { cap_day: "50" }

const parse = (address: string): URL | undefined =>
  /^https?:\/\/[^/\s]\S*$/i.test(address) && URL.canParse(address) ? new URL(address) : undefined

const hasPath = (host: string): boolean =>
  !URL.canParse(`https://${host}`) || new URL(`https://${host}`).pathname !== "/"

const addressProblem = (address: string): string | undefined => {
  const url = parse(address)
  if (url === undefined) return words.mustBeAddress
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return words.mustBePlain
  // The two loopback names that the manifest lets the browser ask for.
  const here = url.hostname === "localhost" || url.hostname === "127.0.0.1"
  return url.protocol === "https:" || here ? undefined : words.mustBeHttps
}

const problem = (field: Field, value: string): string | undefined => {
  if (field.type === "url") return addressProblem(value)
  if (field.type === "number")
    return Number.isFinite(Number(value)) && Number(value) >= 0 ? undefined : words.mustBeNumber
  if (field.name === "key_header") return /^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(value) ? undefined : words.mustBeHeader
  if (field.name === "profile_site") return /[\s/?#@]/.test(value) || hasPath(value) ? words.mustBeHost : undefined
  return undefined
}

/** As it is sent: trimmed, and an address pasted as the profile site cut down to its host. */
export const normalise = (fields: ReadonlyArray<Field>, values: Values): Values =>
  Object.fromEntries(
    fields.map(({ name }) => {
      const value = (values[name] ?? "").trim()
      const site = name === "profile_site" ? parse(value) : undefined
      return [name, site === undefined ? value : site.host.replace(/^www\./, "")]
    })
  )

/** Every problem by its field's name. `kept` holds the stored account's values, and which secrets it has. */
export const problems = (
  fields: ReadonlyArray<Field>,
  values: Values,
  kept: { readonly values: Values; readonly hasSecret: Readonly<Record<string, boolean>> } | null
): Values => {
  const found: Record<string, string> = {}
  for (const field of fields) {
    const value = values[field.name] ?? ""
    if (value !== "") {
      const wrong = problem(field, value)
      if (wrong !== undefined) found[field.name] = wrong
    } else if (field.secret && kept?.hasSecret[field.name] === true) {
      // A stored key never goes to an address that it was not entered for.
      if (originOf(kept.values["base_url"]) !== originOf(values["base_url"])) found[field.name] = words.keyForNewAddress
    } else if (field.required) {
      found[field.name] = words.mustNotBeEmpty
    }
  }
  return found
}
