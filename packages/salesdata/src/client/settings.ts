/** What an account tells the client about its provider. Credits are the provider's unit of money. */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import type { Credential } from "@inlay/core-http/Credential"
import type { Caps } from "@inlay/core-http/Ledger"
import * as Duration from "effect/Duration"

/** What the account's provider charges at most. */
export interface Prices {
  /** The most a lookup costs, in credits. */
  readonly person: number
  readonly company: number
  /** Of one search; `null` where it is not known, which a spending cap refuses. */
  readonly search: number | null
}

/** One account and its provider. */
export interface Settings {
  readonly baseAddress: BaseAddress
  readonly credential: Credential
  /** Names the account in the ledger: caps and unknown charges are its own, whatever its address. */
  readonly scope: string
  readonly caps: Caps
  readonly prices: Prices
  /** Hosts of professional networks, the account's own first: a bare slug is one of its. */
  readonly profileSites: ReadonlyArray<string>
  /** Body fields of the search filters. */
  readonly filters: { readonly location: string; readonly companySize: string }
  /** Dotted path of the credits charged in an answer, where the provider tells them. */
  readonly creditsField: string | undefined
  /** Paths below the base address that cost nothing to read. What else an API Call reads has no price, which a cap refuses. */
  readonly freePaths: ReadonlyArray<string>
  readonly keepMatch: Duration.Duration
  readonly keepMiss: Duration.Duration
  /** Requests under way at once. */
  readonly concurrency: number
}

/** What applies where an account says nothing. */
export const defaults = {
  caps: {},
  prices: { person: 2, company: 1, search: null },
  filters: { location: "location", companySize: "company_size" },
  creditsField: undefined,
  freePaths: ["/account", "/credits", "/usage"],
  keepMatch: Duration.days(30),
  keepMiss: Duration.days(1),
  concurrency: 10
} satisfies Omit<Settings, "baseAddress" | "credential" | "scope" | "profileSites">
