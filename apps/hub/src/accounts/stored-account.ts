/** A stored account, and how its secrets stand in the fields that are sealed. */
import { TOKEN, type Account } from "@inlay/agent-plugin/Account"
import type { Grant } from "@inlay/agent-plugin/SignIn"
import * as Redacted from "effect/Redacted"

import type { AccountRow } from "../storage/AccountRows.ts"
import { holdFor } from "./known-secrets.ts"

/** What came with a signed-in token. */
export type StoredGrant = Omit<Grant, "accessToken">

/** What is stored of an account. */
export interface Content {
  readonly plugin: string
  readonly name: string
  readonly kind: string
  /** As they were given, without defaults. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Account["secrets"]
  readonly grant?: StoredGrant | undefined
}

export interface StoredAccount extends Content {
  readonly id: string
  readonly revision: string
  readonly createdMillis: number
}

/** Values by the field under which each is sealed. */
type Fields = Readonly<Record<string, string>>

/** Beside the kind's own secret fields, which are snake_case. */
const GRANT = ":grant"

const grantText = ({ expiresAtMillis, refreshToken, refreshExpiresAtMillis, scopes }: StoredGrant): string =>
  JSON.stringify({
    expiresAtMillis,
    refreshToken: refreshToken === undefined ? undefined : Redacted.value(refreshToken),
    refreshExpiresAtMillis,
    scopes
  })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === "string"
const isTexts = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isText)
const isSettings = (value: unknown): value is Content["settings"] =>
  isObject(value) && Object.values(value).every(isText)
const isMoment = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === "number" && Number.isFinite(new Date(value).getTime()))

/** What another program sealed with our key may be anything. Throws, as JSON does. */
const wrong = (): never => {
  throw new TypeError("this is not what is stored of an account")
}

const grantOf = (text: string): StoredGrant => {
  const value: unknown = JSON.parse(text)
  if (!isObject(value)) return wrong()
  const { expiresAtMillis, refreshExpiresAtMillis, refreshToken, scopes } = value
  if (!isMoment(expiresAtMillis) || !isMoment(refreshExpiresAtMillis) || !isTexts(scopes)) return wrong()
  if (refreshToken !== undefined && !isText(refreshToken)) return wrong()
  return {
    ...(expiresAtMillis !== undefined && { expiresAtMillis }),
    ...(refreshToken !== undefined && { refreshToken: Redacted.make(refreshToken) }),
    ...(refreshExpiresAtMillis !== undefined && { refreshExpiresAtMillis }),
    scopes
  }
}

const settingsOf = (text: string): Content["settings"] => {
  const settings: unknown = JSON.parse(text)
  return isSettings(settings) ? settings : wrong()
}

/** What is to be sealed. */
export const fieldsOf = ({ secrets, grant }: Pick<Content, "secrets" | "grant">): Fields => ({
  ...Object.fromEntries(Object.entries(secrets).map(([field, secret]) => [field, Redacted.value(secret)])),
  ...(grant !== undefined && { [GRANT]: grantText(grant) })
})

/** An account of a row and what was sealed in it; from now on, its secrets are never shown. Throws where it is none. */
export const accountOf = (row: AccountRow, fields: Fields): StoredAccount => {
  const { id, plugin, name, kind, revision, createdMillis } = row
  const { [GRANT]: text, ...rest } = fields
  const secrets = Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, Redacted.make(value)]))
  const grant = text === undefined ? undefined : grantOf(text)
  holdFor(id, [...Object.values(secrets), ...(grant?.refreshToken === undefined ? [] : [grant.refreshToken])])
  const settings = settingsOf(row.settings)
  return { id, plugin, name, kind, settings, secrets, grant, revision, createdMillis }
}

/** An account's secrets after its token was renewed; a provider whose refresh tokens do not rotate gives none anew. */
export const renewedBy = (
  { secrets, grant }: StoredAccount,
  { accessToken, ...given }: Grant
): Pick<Content, "secrets" | "grant"> => {
  const refreshToken = given.refreshToken ?? grant?.refreshToken
  return {
    secrets: { ...secrets, [TOKEN]: accessToken },
    grant: { ...given, ...(refreshToken !== undefined && { refreshToken }) }
  }
}
