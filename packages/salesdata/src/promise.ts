/**
 * The client for programs without Effect. It keeps its cache and ledger in memory for the life of the program, or in a
 * file shared with other runs and programs.
 */
import * as Credential from "@inlay/core-http/Credential"
import { defined } from "@inlay/core-http/json-object"
import { layerOpenedLater } from "@inlay/core-http/opened-later"
import { addressOption, checkOptions, keyOption, type OptionNames } from "@inlay/core-http/Options"
import * as Platform from "@inlay/core-http/platform"
import { promised, type CallOptions, type Promised } from "@inlay/core-http/Promised"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { bulk, type Outcome } from "./client/bulk.ts"
import { make, type SalesDataClient } from "./client/SalesData.ts"
import { defaults, FREE_PATHS, type Prices } from "./client/settings.ts"
import { siteHost } from "./identity/profile-sites.ts"
import type { Company } from "./schema/Company.ts"
import type { CompanyLookup } from "./schema/CompanyLookup.ts"
import type { Enrichment } from "./schema/Enrichment.ts"
import type { Person } from "./schema/Person.ts"
import type { PersonLookup } from "./schema/PersonLookup.ts"
import { profileSite } from "./vendors.ts"

export type * from "./client/records.ts"
export type { Answer } from "@inlay/core-http/Spend"
export type { CallRequest } from "@inlay/core-http/Client"
export type { FieldError, Reason } from "@inlay/core-http/ProviderError"
export { ProviderError, type CallOptions }

/** An account and its provider. */
export interface SalesDataOptions {
  /** The provider's API base URL, including any path prefix. Must be https, except on loopback. */
  readonly baseUrl: string
  readonly apiKey: string
  /** `authorization` (the default) sends the key as a Bearer token. Any other header gets the bare key. */
  readonly keyHeader?: string
  /**
   * Caps in credits. Nothing that would exceed a cap is sent. `run` counts this client's calls; `day` those that are in
   * the `store` as well, by whichever program.
   */
  readonly caps?: { readonly run?: number | undefined; readonly day?: number | undefined }
  /** Prices in credits. Defaults: person 2, company 1, search unknown. */
  readonly prices?: { readonly [K in keyof Prices]?: Prices[K] | undefined }
  /** Dotted path of the credits charged in a response. */
  readonly creditsField?: string
  /**
   * Paths that are free to read, replacing `/account`, `/credits` and `/usage`. Under a cap, `call` can read no other
   * paths.
   */
  readonly freePaths?: ReadonlyArray<string>
  /** Host or address of the professional network that bare slugs belong to, if not the built-in one. */
  readonly profileSite?: string
  /** Body fields of the search filters. Defaults: `location` and `company_size`. */
  readonly filters?: { readonly location?: string | undefined; readonly companySize?: string | undefined }
  /** Days for which a match is kept and not bought again; 30 by default. */
  readonly keepMatchDays?: number
  /** The same for a lookup without a match; 1 by default. */
  readonly keepMissDays?: number
  /**
   * Path of a SQLite file for answers and charges, created if it does not exist. Other runs, and other programs that
   * use the same file, do not buy the same answer again. Only its owner can read a file that is created, because answers
   * are about people. Without it, answers and charges are kept in memory. Node only.
   */
  readonly store?: string
  /** Maximum number of concurrent requests, 1 or more; 10 by default. */
  readonly concurrency?: number
}

/**
 * The promise client: `people.enrich`, `people.search`, `companies.enrich`, `call` and `check`, plus `bulk` for many
 * lookups.
 */
export interface SalesData extends Promised<SalesDataClient> {
  readonly bulk: {
    /**
     * Looks up many people and returns one outcome each, in input order. Runs up to `concurrency` lookups at once, and
     * reads inputs only as they are needed. Waits whenever the provider or the account's rate limit requires it. A
     * failed lookup gives an outcome with its error. After a cap is reached, so does every lookup that would cost
     * credits.
     */
    readonly people: (inputs: Inputs<PersonLookup>, options?: CallOptions) => AsyncIterable<PersonOutcome>
    /** The same for companies. */
    readonly companies: (inputs: Inputs<CompanyLookup>, options?: CallOptions) => AsyncIterable<CompanyOutcome>
  }
}

/** The inputs of a bulk lookup, such as the rows of a file as it is read. */
export type Inputs<I> = Iterable<I> | AsyncIterable<I>

/** The outcome of one person in a bulk lookup: an answer or an error. */
export type PersonOutcome = Outcome<PersonLookup, Enrichment<Person>>

/** The outcome of one company in a bulk lookup: an answer or an error. */
export type CompanyOutcome = Outcome<CompanyLookup, Enrichment<Company>>

const days = (count: number | undefined, fallback: Duration.Duration) =>
  count === undefined ? fallback : Duration.days(count)

const optionNames: OptionNames<SalesDataOptions> = {
  baseUrl: { is: "the address of the provider's API" },
  apiKey: { is: "the provider's key" },
  keyHeader: "text",
  caps: { fields: { run: "amount", day: "amount" } },
  // Only a search may have no price.
  prices: { fields: { person: "amount", company: "amount", search: "amountOrNull" } },
  creditsField: "text",
  freePaths: FREE_PATHS,
  profileSite: "text",
  filters: { fields: { location: "text", companySize: "text" } },
  keepMatchDays: "amount",
  keepMissDays: "amount",
  store: "text",
  concurrency: "count"
}

/** Loaded on the first call that costs credits, and only if a file is configured. */
const storeInFile = (filename: string) =>
  Layer.unwrap(
    Effect.map(
      Effect.tryPromise({
        try: () => import("@inlay/sql-stores/file"),
        catch: (cause) => new StorageError({ operation: `opening ${filename}`, cause })
      }),
      ({ fileStore }) => fileStore(filename)
    )
  )

/**
 * Makes a client of one account. Throws a `ProviderError` if an option is invalid.
 *
 * @example
 * ```ts
 * import { createSalesData } from "@inlay/salesdata/promise"
 *
 * const salesdata = createSalesData({ baseUrl: "https://api.provider.example/v1", apiKey: "your-key", caps: { day: 50 } })
 * const list = [{ email: "deepa.carmody@estuary-vineyards.example" }, { email: "nobody@acme.example" }]
 * for await (const { input, answer, error } of salesdata.bulk.people(list)) {
 *   console.log(input.email, answer?.record?.name ?? error?.message ?? "no match")
 * }
 * // => deepa.carmody@estuary-vineyards.example Deepa Carmody
 * // => nobody@acme.example no match
 * ```
 */
export const createSalesData = (options: SalesDataOptions): SalesData => {
  const account = checkOptions("salesdata", "connect", options, optionNames)
  const { keyHeader = "authorization", store, concurrency = defaults.concurrency } = account
  const run = crypto.randomUUID()
  const spend = store === undefined ? Spend.layerMemory(run) : layerOpenedLater(run, storeInFile(store))
  const client = make({
    baseAddress: addressOption("salesdata", account.baseUrl),
    credential: keyOption("salesdata", Credential.inHeader(keyHeader, Redacted.make(account.apiKey))),
    scope: "salesdata",
    profileSites: [...(account.profileSite === undefined ? [] : [siteHost(account.profileSite)]), profileSite],
    caps: defined(account.caps ?? defaults.caps),
    prices: { ...defaults.prices, ...(defined(account.prices ?? {}) as Partial<Prices>) },
    filters: { ...defaults.filters, ...(defined(account.filters ?? {}) as Partial<typeof defaults.filters>) },
    creditsField: account.creditsField,
    freePaths: account.freePaths?.map((path) => path.toLowerCase()) ?? defaults.freePaths,
    keepMatch: days(account.keepMatchDays, defaults.keepMatch),
    keepMiss: days(account.keepMissDays, defaults.keepMiss),
    concurrency
  })
  const methods = promised(
    Effect.runSync(Effect.provide(client, spend).pipe(Effect.provideService(Transport, Platform.make())))
  )
  return {
    ...methods,
    bulk: {
      people: (inputs, callOptions) =>
        bulk(inputs, concurrency, (input) => methods.people.enrich(input, callOptions), callOptions?.signal),
      companies: (inputs, callOptions) =>
        bulk(inputs, concurrency, (input) => methods.companies.enrich(input, callOptions), callOptions?.signal)
    }
  }
}
