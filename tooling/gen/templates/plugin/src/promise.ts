/** The client for programs without Effect: the same methods as promises; failures are thrown as `ProviderError`. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Platform from "@inlay/core-http/platform"
import { promised, type CallOptions, type Promised } from "@inlay/core-http/Promised"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { make, type StarterClient } from "./client/Starter.ts"
import { apiAddress } from "./vendors.ts"

export { ProviderError, type CallOptions }

/** An account, and how it is used. */
export interface StarterOptions {
  readonly token: string
  /** The API's address, its path prefix included; https, except on loopback. By default the public service. */
  readonly baseUrl?: string
  /** Requests under way at once; 10 by default. */
  readonly concurrency?: number
}

/** A client of one account. Throws a `ProviderError` where the base address cannot be used. */
export const createStarter = (options: StarterOptions): Promised<StarterClient> => {
  const base = BaseAddress.parse(options.baseUrl ?? apiAddress)
  if (Result.isFailure(base)) {
    throw new ProviderError({ provider: "starter", operation: "connect", reason: base.failure })
  }
  const spend = Spend.layer(crypto.randomUUID()).pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
  const client = make({
    baseAddress: base.success,
    credential: Credential.bearer(Redacted.make(options.token)),
    ...(options.concurrency !== undefined && { concurrency: options.concurrency })
  })
  return promised(Effect.runSync(Effect.provide(client, [spend, Platform.layer])))
}
