/** The client's settings: an account and its provider. Prices and caps are in the provider's credits. */
import type { BaseAddress } from "@inlay/core-http/BaseAddress"
import type { Credential } from "@inlay/core-http/Credential"
import type { Caps } from "@inlay/core-http/Ledger"
import * as Duration from "effect/Duration"

/** The provider's maximum prices. */
export interface Prices {
  /** The most that a lookup costs, in credits. */
  readonly person: number
  readonly company: number
  /** The most that a search costs; `null` if unknown, in which case a spending cap refuses searches. */
  readonly search: number | null
}

/** One account and its provider. */
export interface Settings {
  readonly baseAddress: BaseAddress
  readonly credential: Credential
  /** Identifies the account in the ledger. Caps and unknown charges belong to it, whatever its address. */
  readonly scope: string
  readonly caps: Caps
  readonly prices: Prices
  /** Hosts of professional networks, the account's own first. A slug without a URL refers to the first one. */
  readonly profileSites: ReadonlyArray<string>
  /** Body fields of the search filters. */
  readonly filters: { readonly location: string; readonly companySize: string }
  /** Dotted path of the credits charged in a response, if the provider reports them. */
  readonly creditsField: string | undefined
  /** Paths below the base address that are free to read. Other paths have no known price, so a cap refuses them. */
  readonly freePaths: ReadonlyArray<string>
  readonly keepMatch: Duration.Duration
  readonly keepMiss: Duration.Duration
  /** Maximum number of concurrent requests. */
  readonly concurrency: number
}

/** What free paths have to be, and the check of that. */
export const FREE_PATHS = [
  "paths that start with a slash, without ? or #",
  (value: unknown) => Array.isArray(value) && value.every((path) => typeof path === "string" && /^\/[^?#]*$/.test(path))
] as const

/** Defaults for settings that an account does not set. */
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
