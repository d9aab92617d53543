/** The settings of a client. */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import type { Credential } from "@inlay/core-http/Credential"
import type { TokenSource } from "@inlay/core-http/TokenSource"

/** One account and its two services. */
export interface Settings {
  readonly dataAddress: BaseAddress
  readonly adminAddress: BaseAddress
  readonly credential: Credential | TokenSource
  /**
   * The properties that the account is limited to, as `properties/1234` or `1234`. If empty or absent, all that the
   * credential can access.
   */
  readonly properties?: ReadonlyArray<string>
  /** If true, requests that change something are refused. */
  readonly readOnly?: boolean
  /**
   * Concurrent requests over all properties. Defaults to 20. For one property there are at most 10, or 8 after a
   * failure.
   */
  readonly concurrency?: number
}

/** Default settings. */
export const defaults = { properties: [], readOnly: false, concurrency: 20 } satisfies Partial<Settings>
