/** The settings of a client. */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import type { Credential } from "@inlay/core-http/Credential"
import type { TokenSource } from "@inlay/core-http/TokenSource"

/** Settings of one account. */
export interface Settings {
  readonly baseAddress: BaseAddress
  readonly credential: Credential | TokenSource
  /** Additional fixed headers for the account's server, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** `owner/repo` names that the account is limited to. If empty or absent, all that the token can access. */
  readonly repositories?: ReadonlyArray<string>
  /** If true, requests that change something are refused. */
  readonly readOnly?: boolean
  /** Maximum number of concurrent requests; 10 by default, the most that the service recommends. */
  readonly concurrency?: number
  /** Pause between the end of a write and the next one; 1,000 ms by default. */
  readonly writePauseMillis?: number
  /** Pause between searches; 2,000 ms by default. */
  readonly searchPauseMillis?: number
  /** Number of pages requested ahead of the one being read, if the number of pages is known; 6 by default. */
  readonly pagesAhead?: number
}

/** The defaults of the settings. */
export const defaults = {
  headers: {},
  repositories: [],
  readOnly: false,
  concurrency: 10,
  writePauseMillis: 1000,
  searchPauseMillis: 2000,
  pagesAhead: 6
} satisfies Partial<Settings>
