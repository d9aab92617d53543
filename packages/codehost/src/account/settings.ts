/** Derives the client's settings from an account, or says what is wrong with the account. Sends nothing. */
import { missingKey, type Account } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { isJsonObject } from "@inlay/core-http/json-object"
import { invalidReason, type FieldError, type ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as RequestHeaders from "@inlay/core-http/RequestHeaders"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Client from "../client/CodeHost.ts"
import type { Settings } from "../client/settings.ts"
import { isFullName } from "../schema/name-rule.ts"
import { apiAddress } from "../vendors.ts"
import { providerError } from "../wire/service.ts"

const refuse = (reason: Reason) => Result.fail(providerError("connect", reason))

const problem = (field: string, message: string): FieldError => ({ field, message })

/** The service's own headers, which have a meaning in every request. */
const NOT_FOR_TOKENS = /^x-github-/

/** Returns the credential with the header and scheme that the account's server expects. */
const credentialOf = (
  settings: Account["settings"],
  token: Redacted.Redacted
): Result.Result<Credential.Credential, FieldError> => {
  const header = (settings["auth_header"] ?? "authorization").toLowerCase()
  const scheme = settings["auth_scheme"] ?? "Bearer"
  if (!/^([A-Za-z][\w-]{0,40})$/.test(scheme)) return Result.fail(problem("auth_scheme", "must be one word, or none"))
  // Only the header is checked here; the client refuses an unusable token in every call.
  return Credential.isKeyHeader(header) && !NOT_FOR_TOKENS.test(header)
    ? Result.succeed(Credential.inScheme(header, scheme.toLowerCase() === "none" ? "" : scheme, token))
    : Result.fail(problem("auth_header", "is not a header that can carry a token"))
}

const jsonOf = (text: string): unknown => {
  const value = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(value) ? value.success : undefined
}

/** Parses the fixed headers. Unlike headers of a caller, they may name a tenant. */
const headersOf = (
  text: string | undefined,
  credentialHeader: string
): Result.Result<RequestHeaders.RequestHeaders, FieldError> => {
  if (text === undefined) return Result.succeed({})
  const value = jsonOf(text)
  if (!isJsonObject(value) || !Object.values(value).every((one) => typeof one === "string"))
    return Result.fail(problem("extra_headers", 'must be a JSON object with text values, such as {"x-tenant": "acme"}'))
  return Result.mapError(
    RequestHeaders.checkFixed(value as RequestHeaders.RequestHeaders, credentialHeader),
    ({ what }) => problem("extra_headers", `cannot be sent: ${what.replace(/\.$/, "")}`)
  )
}

const repositoriesOf = (text: string | undefined): Result.Result<ReadonlyArray<string>, FieldError> => {
  const names = (text ?? "").split(/[\s,]+/).filter((one) => one !== "")
  return names.every(isFullName)
    ? Result.succeed(names)
    : Result.fail(problem("repositories", "must be owner/repo names, separated by commas or blanks"))
}

/**
 * Returns the client's settings. Fails with `Refused` for a bad base address, `Unauthorized` if there is no token, and
 * `Invalid` for any other setting.
 */
export const settingsOf = (account: Account): Result.Result<Settings, ProviderError> => {
  const { settings, secrets, tokens } = account
  const base = BaseAddress.parse(settings["base_url"] ?? apiAddress)
  if (Result.isFailure(base)) return refuse(base.failure)
  const token = secrets["token"]
  if (token === undefined && tokens === undefined) {
    return refuse(missingKey(account, "access token"))
  }
  const credential = credentialOf(settings, token ?? Redacted.make(""))
  const headers = headersOf(settings["extra_headers"], settings["auth_header"]?.toLowerCase() ?? "authorization")
  const repositories = repositoriesOf(settings["repositories"])
  if (Result.isFailure(credential) || Result.isFailure(headers) || Result.isFailure(repositories)) {
    const problems = [Result.getFailure(credential), Result.getFailure(headers), Result.getFailure(repositories)]
    return refuse(invalidReason(problems.flatMap(Option.toArray)))
  }
  return Result.succeed({
    baseAddress: base.success,
    credential: tokens ?? credential.success,
    headers: headers.success,
    repositories: repositories.success,
    readOnly: account.readOnly
  })
}

/** Creates the client of an account. */
export const client = (account: Account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), Client.make)
