/**
 * The client for programs without Effect: the same methods as promises, whole lists and reports as async iterables; failures
 * are thrown as `ProviderError`.
 */
import { asyncIterables } from "@inlay/core-http/AsyncIterables"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { makeFree } from "@inlay/core-http/free-client"
import * as MintedTokens from "@inlay/core-http/MintedTokens"
import { checkOptions, type OptionNames } from "@inlay/core-http/Options"
import * as Platform from "@inlay/core-http/platform"
import { promised, type CallOptions, type Promised } from "@inlay/core-http/Promised"
import { invalidReason, ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as ServiceAccount from "@inlay/core-http/ServiceAccount"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { make, type AnalyticsClient } from "./client/Analytics.ts"
import type { Settings } from "./client/settings.ts"
import { adminAddress, dataAddress, scopes } from "./vendors.ts"

export type * from "./client/records.ts"
export type { Answer } from "@inlay/core-http/Spend"
export type { CallRequest } from "@inlay/core-http/Client"
export type { FieldError, Reason } from "@inlay/core-http/ProviderError"
export { ProviderError, type CallOptions }

/** An account and its settings. It is an access token's, or a service account's. */
export interface AnalyticsOptions extends Omit<Settings, "dataAddress" | "adminAddress" | "credential"> {
  /** An access token of OAuth 2.0; it serves for an hour. */
  readonly token?: string
  /** The JSON of a service account's key file: tokens are made from it as they are needed. */
  readonly serviceAccountKey?: string
  /** The addresses of the two services, their path prefix included; by default the public ones. */
  readonly dataBaseUrl?: string
  readonly adminBaseUrl?: string
}

/** The client with promises: `reports.run`, `reports.all(...).rows`, `properties.list(...).items`, `call`, ... */
export type Analytics = Promised<AnalyticsClient>

const fail = (reason: Reason): never => {
  throw new ProviderError({ provider: "analytics", operation: "connect", reason })
}

const addressOf = (url: string): BaseAddress.BaseAddress => {
  const base = BaseAddress.parse(url)
  return Result.isFailure(base) ? fail(base.failure) : base.success
}

const credentialOf = ({
  token,
  serviceAccountKey,
  readOnly
}: AnalyticsOptions): Effect.Effect<Settings["credential"], never, Transport> => {
  if (token !== undefined) return Effect.succeed(Credential.bearer(Redacted.make(token)))
  if (serviceAccountKey === undefined)
    return fail(invalidReason([{ field: "token", message: "or serviceAccountKey is required" }]))
  const key = ServiceAccount.read("serviceAccountKey", Redacted.make(serviceAccountKey))
  if (Result.isFailure(key)) return fail(key.failure)
  const rights = readOnly === true ? [scopes.read] : [scopes.read, scopes.edit]
  return MintedTokens.make(() => ServiceAccount.grant("analytics", key.success, rights))
}

const optionNames: OptionNames<AnalyticsOptions> = {
  token: "optional",
  serviceAccountKey: "optional",
  dataBaseUrl: "optional",
  adminBaseUrl: "optional",
  properties: "optional",
  readOnly: "optional",
  concurrency: "optional"
}

/** A client of one account. Throws a `ProviderError` where an address or the credential cannot be used. */
export const createAnalytics = (options: AnalyticsOptions): Analytics => {
  checkOptions("analytics", "createAnalytics", options, optionNames)
  const { token: _token, serviceAccountKey: _key, dataBaseUrl, adminBaseUrl, ...settings } = options
  const addresses = {
    dataAddress: addressOf(dataBaseUrl ?? dataAddress),
    adminAddress: addressOf(adminBaseUrl ?? adminAddress)
  }
  const client = Effect.flatMap(credentialOf(options), (credential) => make({ ...settings, ...addresses, credential }))
  return promised(makeFree(client, Platform.make()), asyncIterables)
}
