/** What an account tells the client about its service. */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import type { Credential } from "@inlay/core-http/Credential"
import type { TokenSource } from "@inlay/core-http/TokenSource"

/** One account and its service. */
export interface Settings {
  readonly baseAddress: BaseAddress
  readonly credential: Credential | TokenSource
  /** Fixed headers that the account's server wants besides; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** `owner/repo` names that the account is limited to; empty or absent: all that the token reaches. */
  readonly repositories?: ReadonlyArray<string>
  /** Nothing that changes anything is sent. */
  readonly readOnly?: boolean
  /** Requests under way at once; 10 by default, the most that the service wants. */
  readonly concurrency?: number
  /** Between the end of a write and the next one; 1,000 ms by default. */
  readonly writePauseMillis?: number
  /** Between searches; 2,000 ms by default. */
  readonly searchPauseMillis?: number
  /** Pages asked for ahead of the one that is read, where it is known how many there are; 6 by default. */
  readonly pagesAhead?: number
}

/** What applies where an account says nothing. */
export const defaults = {
  headers: {},
  repositories: [],
  readOnly: false,
  concurrency: 10,
  writePauseMillis: 1000,
  searchPauseMillis: 2000,
  pagesAhead: 6
} satisfies Partial<Settings>
