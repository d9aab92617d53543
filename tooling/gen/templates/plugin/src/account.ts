/** How an account is connected, and how its settings become a client. */
import type { Account, AccountKind, CheckReport, Field } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as Client from "./client/Starter.ts"
import { apiAddress } from "./vendors.ts"

const fields: ReadonlyArray<Field> = [
  {
    name: "base_url",
    label: "Base address",
    type: "url",
    secret: false,
    required: false,
    default: apiAddress,
    help: "The API's address, its path prefix included. https only, except on this machine."
  },
  {
    name: "token",
    label: "Access token",
    type: "text",
    secret: true,
    required: true,
    help: "From the service's settings, section Access tokens."
  }
]

const refuse = (reason: Reason) => new ProviderError({ provider: "starter", operation: "connect", reason })

/** An account's settings, or why they cannot work. Nothing is sent. */
export const settingsOf = ({ name, settings, secrets }: Account): Result.Result<Client.Settings, ProviderError> => {
  const base = BaseAddress.parse(settings["base_url"] ?? apiAddress)
  if (Result.isFailure(base)) return Result.fail(refuse(base.failure))
  const token = secrets["token"]
  if (token === undefined) {
    return Result.fail(
      refuse({
        _tag: "Unauthorized",
        what: `The account ${name} has no access token.`,
        fix: "Set INLAY_STARTER_TOKEN, or enter the token in the account's settings. Nothing was sent."
      })
    )
  }
  return Result.succeed({ baseAddress: base.success, credential: Credential.bearer(token) })
}

export const client = (account: Account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), Client.make)

const check: AccountKind["check"] = Effect.fnUntraced(function* (account) {
  const made = yield* client(account)
  const found = yield* Effect.result(made.check({}))
  const rate = made.rateLimit()
  const report: CheckReport = {
    ok: Result.isSuccess(found),
    ...(Result.isSuccess(found) && { identity: found.success.name }),
    scopes: [],
    limits: rate === undefined ? [] : [{ label: "Rate limit", value: `${rate.remaining} left` }],
    problems: Result.isSuccess(found) ? [] : [{ what: found.failure.reason.what, fix: found.failure.reason.fix }]
  }
  return report
})

export const accessToken: AccountKind = { id: "access_token", title: "Access token", fields, check }
