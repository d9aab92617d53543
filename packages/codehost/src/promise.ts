/**
 * The client for programs that do not use Effect: the same methods return promises, whole lists are async iterables,
 * and failures are thrown as `ProviderError`.
 */
import { asyncIterables } from "@inlay/core-http/AsyncIterables"
import * as Credential from "@inlay/core-http/Credential"
import { defined } from "@inlay/core-http/json-object"
import { addressOption, checkOptions, keyOption, optionOf, type OptionNames } from "@inlay/core-http/Options"
import * as Platform from "@inlay/core-http/platform"
import { promised, type CallOptions, type Promised } from "@inlay/core-http/Promised"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as RequestHeaders from "@inlay/core-http/RequestHeaders"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { make, type Resources } from "./client/resources.ts"
import type { Settings } from "./client/settings.ts"
import { isFullName } from "./schema/name-rule.ts"
import { apiAddress } from "./vendors.ts"

export type * from "./client/records.ts"
export type { Answer } from "@inlay/core-http/Spend"
export type { CallRequest } from "@inlay/core-http/Client"
export type { FieldError, Reason } from "@inlay/core-http/ProviderError"
export { ProviderError, type CallOptions }

/** An account and its settings. */
export interface CodeHostOptions extends Omit<Settings, "baseAddress" | "credential"> {
  readonly token: string
  /** The API's address including its path prefix. It must be https, except on loopback. Default: the public service. */
  readonly baseUrl?: string
}

/**
 * The client with promises: `issues.create`, `issues.list(...).items`, `call`, ... It has no methods for hooks, because
 * triggers manage hooks.
 */
export type CodeHost = Promised<Resources>

const optionNames: OptionNames<CodeHostOptions> = {
  token: { is: "an access token of the service" },
  baseUrl: "text",
  headers: "texts",
  repositories: [
    "a list of owner/repo names",
    (value) => Array.isArray(value) && value.every((name) => typeof name === "string" && isFullName(name))
  ],
  readOnly: "flag",
  concurrency: "count",
  writePauseMillis: "amount",
  searchPauseMillis: "amount",
  pagesAhead: "count"
}

/**
 * Creates the client of one account. Throws a `ProviderError` if an option is invalid.
 *
 * @example
 * ```ts
 * import { createCodeHost } from "@inlay/codehost/promise"
 * import { startSandbox } from "@inlay/codehost-sandbox"
 *
 * const { urls, env, close } = await startSandbox() // a simulated service; without baseUrl it is the public one
 * const codehost = createCodeHost({ baseUrl: urls.codehost, token: env.INLAY_CODEHOST_TOKEN, readOnly: true })
 * const { full_name } = await codehost.repositories.get({ owner: "acme", repo: "widgets" })
 * console.log(full_name) // => acme/widgets
 * await close()
 * ```
 */
export const createCodeHost = (options: CodeHostOptions): CodeHost => {
  const account = checkOptions("codehost", "connect", options, optionNames)
  const { token, baseUrl = apiAddress, headers = {}, ...settings } = account
  const client = make({
    ...settings,
    headers: optionOf("codehost", RequestHeaders.checkFixed(defined(headers), "authorization")),
    baseAddress: addressOption("codehost", baseUrl),
    credential: keyOption("codehost", Credential.bearer(Redacted.make(token)))
  })
  const { resources } = Effect.runSync(Effect.provideService(client, Transport, Platform.make()))
  return promised(resources, asyncIterables)
}
