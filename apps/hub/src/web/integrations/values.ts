/** The values of an account form, and their problems before anything is sent. Pure. */
import { movedAddresses } from "@inlay/agent-plugin/manifest"

import type { Account, Kind, RequestError } from "../api/types.ts"
import { connecting as words } from "./words.ts"

export type Values = Readonly<Record<string, string>>
export type Problems = Readonly<Record<string, string>>

/** The secret that a sign-in provides. */
const TOKEN = "token"

const LIMITS = new Set(["read_only", "repositories", "properties", "cap_day", "cap_run"])

export type FieldOf = Kind["fields"][number]

/** The fields that the user fills in. The token that a sign-in provides is left out. */
const fieldsOf = ({ fields, signIn }: Kind): ReadonlyArray<FieldOf> =>
  signIn === undefined
    ? fields
    : fields.filter(({ name, secret }) => !(secret && (name === TOKEN || name === "access_token")))

/** The fields in the order of the form: required fields, limits of the account, everything else. */
export const groupsOf = (kind: Kind) => {
  const fields = fieldsOf(kind)
  const main = fields.filter((field) => field.required || (field.secret && field.advanced !== true))
  const limits = fields.filter((field) => LIMITS.has(field.name) && !main.includes(field))
  const address = fields.filter((field) => field.name === "base_url" && !main.includes(field))
  return {
    main: [...address, ...main],
    limits,
    more: fields.filter((field) => ![...address, ...main, ...limits].includes(field))
  }
}

export const valuesOf = (kind: Kind, account: Account | undefined): Values =>
  Object.fromEntries(
    fieldsOf(kind).flatMap(({ name, proposed }) => {
      const value = account === undefined ? proposed : account.settings?.[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

/** Problems that need no answer of the hub, such as a stored key that belongs to another address. */
export const missing = (kind: Kind, values: Values, account: Account | undefined): Problems => {
  const isMoved = account !== undefined && movedAddresses(kind.fields, account.settings ?? {}, values).length > 0
  return Object.fromEntries(
    fieldsOf(kind).flatMap((field) => {
      const isStored = field.secret && account?.secrets?.includes(field.name) === true
      const value = values[field.name] ?? field.default ?? ""
      if (value.trim() !== "") return []
      if (isStored) return isMoved ? [[field.name, words.keyForNewAddress]] : []
      return field.required && field.options !== "provider" ? [[field.name, words.missing]] : []
    })
  )
}

/**
 * The values to send. For a new account, those that were filled in; for a stored one, those that changed, with secrets
 * only if they are new.
 */
export const changedValues = (kind: Kind, values: Values, account: Account | undefined): Values =>
  Object.fromEntries(
    fieldsOf(kind).flatMap(({ name, secret }) => {
      const value = values[name]
      if (value === undefined || (value === "" && (secret || account === undefined))) return []
      return account?.settings?.[name] === value ? [] : [[name, value]]
    })
  )

/** The fields that an API error names, by their names in the form. */
export const problemsOf = ({ fields = [] }: RequestError): Problems =>
  Object.fromEntries(fields.map(({ field, message }) => [field.replace(/^values\./, ""), message]))
