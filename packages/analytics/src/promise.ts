/**
 * The client for programs without Effect. It has the same methods, which return promises; whole lists and reports are
 * async iterables. Failures are thrown as `ProviderError`.
 */
import { asyncIterables } from "@inlay/core-http/AsyncIterables"
import * as Credential from "@inlay/core-http/Credential"
import * as MintedTokens from "@inlay/core-http/MintedTokens"
import { addressOption, checkOptions, keyOption, optionOf, type OptionNames } from "@inlay/core-http/Options"
import * as Platform from "@inlay/core-http/platform"
import { promised, type CallOptions, type Promised } from "@inlay/core-http/Promised"
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as ServiceAccount from "@inlay/core-http/ServiceAccount"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { make, type AnalyticsClient } from "./client/Analytics.ts"
import type { Settings } from "./client/settings.ts"
import { isProperty } from "./schema/names.ts"
import { adminAddress, dataAddress, scopes } from "./vendors.ts"

export type * from "./client/records.ts"
export type { Answer } from "@inlay/core-http/Spend"
export type { CallRequest } from "@inlay/core-http/Client"
export type { FieldError, Reason } from "@inlay/core-http/ProviderError"
export { ProviderError, type CallOptions }

/** An account and its settings. It uses either an access token or a service account. */
export interface AnalyticsOptions extends Omit<Settings, "dataAddress" | "adminAddress" | "credential"> {
  /** An OAuth 2.0 access token. It is valid for an hour. */
  readonly token?: string
  /** The JSON of a service account's key file. Access tokens are created from it as needed. */
  readonly serviceAccountKey?: string
  /** The base URLs of the two services, including the path prefix. Defaults to the public service. */
  readonly dataBaseUrl?: string
  readonly adminBaseUrl?: string
}

/** The client with promises: `reports.run`, `reports.all(...).rows`, `properties.list(...).items`, `call`, ... */
export type Analytics = Promised<AnalyticsClient>

const wrongToken = (message: string): never => {
  throw invalid("analytics", "connect", [{ field: "token", message }])
}

const credentialOf = ({
  token,
  serviceAccountKey,
  readOnly
}: AnalyticsOptions): Effect.Effect<Settings["credential"], never, Transport> => {
  if (token !== undefined) {
    return serviceAccountKey === undefined
      ? Effect.succeed(keyOption("analytics", Credential.bearer(Redacted.make(token))))
      : wrongToken("and serviceAccountKey must not both be given")
  }
  if (serviceAccountKey === undefined) return wrongToken("or serviceAccountKey is required")
  const key = optionOf("analytics", ServiceAccount.read("serviceAccountKey", Redacted.make(serviceAccountKey)))
  const rights = readOnly === true ? [scopes.read] : [scopes.read, scopes.edit]
  return MintedTokens.make(() => ServiceAccount.grant("analytics", key, rights))
}

const optionNames: OptionNames<AnalyticsOptions> = {
  token: "text",
  serviceAccountKey: "text",
  dataBaseUrl: "text",
  adminBaseUrl: "text",
  properties: [
    "a list of property ids, such as properties/1234 or 1234",
    (value) => Array.isArray(value) && value.every((id) => typeof id === "string" && isProperty(id))
  ],
  readOnly: "flag",
  concurrency: "count"
}

/**
 * Creates the client of one account. Throws a `ProviderError` if an option is invalid.
 *
 * @example
 * ```ts
 * import { createAnalytics } from "@inlay/analytics/promise"
 * import { startSandbox } from "@inlay/analytics-sandbox"
 *
 * const { urls, env, values, close } = await startSandbox() // a simulated service; without addresses it is the real one
 * const analytics = createAnalytics({
 *   dataBaseUrl: urls.analyticsData,
 *   adminBaseUrl: urls.analyticsAdmin,
 *   token: env.INLAY_ANALYTICS_ACCESS_TOKEN
 * })
 * const { rows } = await analytics.reports.realtime({ property: values?.["property"] ?? "", metrics: ["activeUsers"] })
 * console.log(typeof rows[0]?.["activeUsers"]) // => number
 * await close()
 * ```
 */
export const createAnalytics = (options: AnalyticsOptions): Analytics => {
  const account = checkOptions("analytics", "connect", options, optionNames)
  const { token: _token, serviceAccountKey: _key, dataBaseUrl, adminBaseUrl, ...settings } = account
  const addresses = {
    dataAddress: addressOption("analytics", dataBaseUrl ?? dataAddress),
    adminAddress: addressOption("analytics", adminBaseUrl ?? adminAddress)
  }
  const client = Effect.flatMap(credentialOf(account), (credential) => make({ ...settings, ...addresses, credential }))
  return promised(Effect.runSync(Effect.provideService(client, Transport, Platform.make())), asyncIterables)
}
