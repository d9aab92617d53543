/** Converts an account to client settings, or reports what is wrong with the account. Nothing is sent. */
import { missingKey, type Account } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { invalidReason, type ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as Client from "../client/Analytics.ts"
import type { Settings } from "../client/settings.ts"
import { isProperty } from "../schema/names.ts"
import { adminAddress, dataAddress, scopes } from "../vendors.ts"
import { providerError } from "../wire/service.ts"

const refuse = (reason: Reason) => Result.fail(providerError("connect", reason))

/** The scopes that an account requests. */
export const scopesOf = (settings: Account["settings"]): ReadonlyArray<string> =>
  (settings["read_only"] ?? "false") === "false" ? [scopes.read, scopes.edit] : [scopes.read]

const propertiesOf = (settings: Account["settings"]): ReadonlyArray<string> =>
  (settings["properties"] ?? "").split(/[\s,]+/).filter((one) => one !== "")

/**
 * The client settings. Fails as `Refused` for an invalid base URL, `Unauthorized` without a token, and `Invalid` for
 * anything else.
 */
export const settingsOf = (account: Account): Result.Result<Settings, ProviderError> => {
  const { settings, secrets, tokens } = account
  const data = BaseAddress.parse(settings["data_base_url"] ?? dataAddress)
  if (Result.isFailure(data)) return refuse(data.failure)
  const admin = BaseAddress.parse(settings["admin_base_url"] ?? adminAddress)
  if (Result.isFailure(admin)) return refuse(admin.failure)
  const properties = propertiesOf(settings)
  const unexpected = properties.find((one) => !isProperty(one))
  if (unexpected !== undefined) {
    const message = "must be property ids, such as properties/1234 or 1234, separated by commas or blanks"
    return refuse(invalidReason([{ field: "properties", message }]))
  }
  const token = secrets["token"] ?? secrets["access_token"]
  const credential = tokens ?? (token === undefined ? undefined : Credential.bearer(token))
  if (credential === undefined) return refuse(missingKey(account, "access token"))
  return Result.succeed({
    dataAddress: data.success,
    adminAddress: admin.success,
    credential,
    properties,
    readOnly: account.readOnly
  })
}

/** Creates the client of an account. */
export const client = (account: Account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), Client.make)
