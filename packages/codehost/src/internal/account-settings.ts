/** An account's settings as the client takes them, or why they cannot work. Nothing is sent. */
import type { Account } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { ProviderError, invalidReason, type FieldError, type Reason } from "@inlay/core-http/ProviderError"
import * as RequestHeaders from "@inlay/core-http/RequestHeaders"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Client from "../client/CodeHost.ts"
import type { Settings } from "../client/settings.ts"
import { apiAddress } from "../vendors.ts"
import { name } from "./inputs.ts"

const refuse = (reason: Reason) =>
  Result.fail(new ProviderError({ provider: "codehost", operation: "connect", reason }))

const wrongly = (field: string, message: string): FieldError => ({ field, message })

/** Headers with a meaning of their own in every call. */
const NOT_FOR_TOKENS = /^(accept|user-agent|cookie|x-github-.*|if-.*)$/

/** The token in the header and by the scheme that the account's server wants. */
const credentialOf = (
  settings: Account["settings"],
  token: Redacted.Redacted
): Result.Result<Credential.Credential, FieldError> => {
  const header = (settings["auth_header"] ?? "authorization").toLowerCase()
  const scheme = settings["auth_scheme"] ?? "Bearer"
  if (!/^([A-Za-z][\w-]{0,40})$/.test(scheme)) return Result.fail(wrongly("auth_scheme", "must be one word, or none"))
  const bare = Redacted.value(token).trim()
  const credential: Credential.Credential = {
    header,
    value: Redacted.make(scheme.toLowerCase() === "none" ? bare : `${scheme} ${bare}`),
    secrets: [Redacted.make(bare)]
  }
  // The header alone is judged here: an unusable token is the client's to refuse, at every call.
  const isForTokens =
    Credential.problem({ ...credential, value: Redacted.make("x") }) === undefined && !NOT_FOR_TOKENS.test(header)
  return isForTokens
    ? Result.succeed(credential)
    : Result.fail(wrongly("auth_header", "is not a header that can carry a token"))
}

const parsed = (text: string): unknown => {
  const value = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(value) ? value.success : undefined
}

/** Fixed headers: unlike a caller's, they may say for whom the account asks. */
const headersOf = (
  text: string | undefined,
  credentialHeader: string
): Result.Result<RequestHeaders.RequestHeaders, FieldError> => {
  if (text === undefined) return Result.succeed({})
  const value = parsed(text)
  const isHeaders =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === "string")
  if (!isHeaders)
    return Result.fail(wrongly("extra_headers", 'must be a JSON object of texts, such as {"x-tenant": "acme"}'))
  return Result.mapError(
    RequestHeaders.checkFixed(value as RequestHeaders.RequestHeaders, credentialHeader),
    ({ what }) => wrongly("extra_headers", `cannot be sent: ${what}`)
  )
}

const repositoriesOf = (text: string | undefined): Result.Result<ReadonlyArray<string>, FieldError> => {
  const names = (text ?? "").split(/[\s,]+/).filter((one) => one !== "")
  const isName = (full: string) => {
    const [owner, repo, ...rest] = full.split("/")
    return rest.length === 0 && name(owner) === undefined && name(repo) === undefined
  }
  return names.every(isName)
    ? Result.succeed(names)
    : Result.fail(wrongly("repositories", "must be owner/repo names with commas or blanks between"))
}

/** The client's settings; fails as `Refused` for the base address, `Unauthorized` without a token, `Invalid` for the rest. */
export const settingsOf = (account: Account): Result.Result<Settings, ProviderError> => {
  const { settings, secrets, tokens } = account
  const base = BaseAddress.parse(settings["base_url"] ?? apiAddress)
  if (Result.isFailure(base)) return refuse(base.failure)
  const token = secrets["token"]
  if (token === undefined && tokens === undefined) {
    return refuse({
      _tag: "Unauthorized",
      what: `The account ${account.name} has no access token.`,
      fix: "Set INLAY_CODEHOST_TOKEN, or connect the account with a token or by signing in. Nothing was sent."
    })
  }
  const credential = credentialOf(settings, token ?? Redacted.make(""))
  const headers = headersOf(settings["extra_headers"], settings["auth_header"]?.toLowerCase() ?? "authorization")
  const repositories = repositoriesOf(settings["repositories"])
  if (Result.isFailure(credential) || Result.isFailure(headers) || Result.isFailure(repositories)) {
    const wrong = [Result.getFailure(credential), Result.getFailure(headers), Result.getFailure(repositories)]
    return refuse(invalidReason(wrong.flatMap(Option.toArray)))
  }
  return Result.succeed({
    baseAddress: base.success,
    credential: tokens ?? credential.success,
    headers: headers.success,
    repositories: repositories.success,
    readOnly: account.readOnly
  })
}

/** The client of an account. */
export const client = (account: Account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), Client.make)
