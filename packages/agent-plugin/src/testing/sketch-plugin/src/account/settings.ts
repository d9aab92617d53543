/** Converts an account's settings to the client's. Sends nothing. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Account } from "../../../../account/Account.ts"
import type { Settings } from "../client/Sketch.ts"

const fail = (reason: Reason) => new ProviderError({ provider: "sketch", operation: "connect", reason })

/** Returns the client's settings, or why the account's settings are not valid. */
export const settingsOf = (account: Account): Result.Result<Settings, ProviderError> => {
  const { settings, secrets, tokens } = account
  const data = BaseAddress.parse(settings["data_base_url"] ?? "")
  const admin = BaseAddress.parse(settings["admin_base_url"] ?? "")
  if (Result.isFailure(data)) return Result.fail(fail(data.failure))
  if (Result.isFailure(admin)) return Result.fail(fail(admin.failure))
  return Result.succeed({
    data: data.success,
    admin: admin.success,
    credential: tokens ?? Credential.bearer(secrets["token"] ?? Redacted.make("")),
    property: settings["property"],
    readOnly: account.readOnly
  })
}
