/** A stored account, and the encoding of its secrets into sealed fields. */
import { TOKEN, type Account } from "@inlay/agent-plugin/Account"
import type { Grant } from "@inlay/agent-plugin/SignIn"
import { isJsonObject } from "@inlay/core-http/json-object"
import * as Redacted from "effect/Redacted"

import type { AccountRow } from "../storage/AccountRows.ts"
import { holdFor } from "./known-secrets.ts"

/** The parts of a grant other than the access token. */
export type StoredGrant = Omit<Grant, "accessToken">

/**
 * When a sign-in ends, as a Unix time in milliseconds. One that renews itself ends with its refresh token, not with the
 * token that is in use; `undefined` if it has no end or nobody says when.
 */
export const signInEndMillis = ({
  expiresAtMillis,
  refreshToken,
  refreshExpiresAtMillis
}: StoredGrant): number | undefined => (refreshToken === undefined ? expiresAtMillis : refreshExpiresAtMillis)

/** The stored content of an account. */
export interface Content {
  readonly plugin: string
  readonly name: string
  readonly kind: string
  /** As the user gave them, without defaults. */
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Account["secrets"]
  readonly grant?: StoredGrant | undefined
}

export interface StoredAccount extends Content {
  readonly id: string
  readonly revision: string
  readonly createdMillis: number
}

/** The sealed values, by field name. */
type Fields = Readonly<Record<string, string>>

/** The field of the grant. It cannot collide with the kind's secret fields, which are snake_case. */
const GRANT = ":grant"

const grantText = ({ expiresAtMillis, refreshToken, refreshExpiresAtMillis, scopes }: StoredGrant): string =>
  JSON.stringify({
    expiresAtMillis,
    refreshToken: refreshToken === undefined ? undefined : Redacted.value(refreshToken),
    refreshExpiresAtMillis,
    scopes
  })

const isText = (value: unknown): value is string => typeof value === "string"
const isTexts = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isText)
const isSettings = (value: unknown): value is Content["settings"] =>
  isJsonObject(value) && Object.values(value).every(isText)
const isMoment = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === "number" && Number.isFinite(new Date(value).getTime()))

/** Validates, because another program may have sealed anything with our key. Throws, as `JSON.parse` does. */
const wrong = (): never => {
  throw new TypeError("this is not a stored account")
}

const grantOf = (text: string): StoredGrant => {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) return wrong()
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

export const fieldsOf = ({ secrets, grant }: Pick<Content, "secrets" | "grant">): Fields => ({
  ...Object.fromEntries(Object.entries(secrets).map(([field, secret]) => [field, Redacted.value(secret)])),
  ...(grant !== undefined && { [GRANT]: grantText(grant) })
})

/**
 * Decodes an account from its row and unsealed fields, and redacts its secrets from now on. Throws if they are invalid.
 */
export const accountOf = (row: AccountRow, fields: Fields): StoredAccount => {
  const { id, plugin, name, kind, revision, createdMillis } = row
  const { [GRANT]: text, ...rest } = fields
  const secrets = Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, Redacted.make(value)]))
  const grant = text === undefined ? undefined : grantOf(text)
  holdFor(id, [...Object.values(secrets), ...(grant?.refreshToken === undefined ? [] : [grant.refreshToken])])
  const settings = settingsOf(row.settings)
  return { id, plugin, name, kind, settings, secrets, grant, revision, createdMillis }
}

/** An account's new content with the sign-in that it has now. Without a sign-in, the new content is unchanged. */
export const withSignInOf = ({ secrets, grant }: Content, content: Content): Content => {
  const token = secrets[TOKEN]
  return grant === undefined || token === undefined
    ? content
    : { ...content, secrets: { ...content.secrets, [TOKEN]: token }, grant }
}

/** An account's secrets after a token renewal. Keeps the old refresh token if the provider did not return a new one. */
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
