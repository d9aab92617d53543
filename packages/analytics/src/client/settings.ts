/** The settings of a client. */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import type { Credential } from "@inlay/core-http/Credential"
import type { TokenSource } from "@inlay/core-http/TokenSource"

/** One account and its two services. */
export interface Settings {
  readonly dataAddress: BaseAddress
  readonly adminAddress: BaseAddress
  readonly credential: Credential | TokenSource
  /** `properties/1234` or `1234`: what the account is limited to; empty or absent: all that the credential reaches. */
  readonly properties?: ReadonlyArray<string>
  /** Requests that change something are refused. */
  readonly readOnly?: boolean
  /** Concurrent requests over all properties; 20 by default. Of one property there are 10 at most, 8 once it has failed. */
  readonly concurrency?: number
}

/** The defaults of the settings. */
export const defaults = { properties: [], readOnly: false, concurrency: 20 } satisfies Partial<Settings>
