/**
 * The client for programs without Effect. It keeps its cache and ledger in memory, for as long as the program runs, or in a
 * file that other runs and programs share.
 */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import { layerOpenedLater } from "@inlay/core-http/opened-later"
import { checkOptions, type OptionNames } from "@inlay/core-http/Options"
import * as Platform from "@inlay/core-http/platform"
import { promised, type CallOptions, type Promised } from "@inlay/core-http/Promised"
import { ProviderError, invalid } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { bulk, type Outcome } from "./client/bulk.ts"
import { make, type SalesDataClient } from "./client/SalesData.ts"
import { defaults, type Prices } from "./client/settings.ts"
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

/** An account and what is known of its provider. */
export interface SalesDataOptions {
  /** The provider's API address, its path prefix included; https, except on loopback. */
  readonly baseUrl: string
  readonly apiKey: string
  /** `authorization` (the default) sends the key as a Bearer token; any other header gets it bare. */
  readonly keyHeader?: string
  /** Credits; nothing is sent past a cap. Both count this client's calls alone, `run` for its life. */
  readonly caps?: { readonly run?: number; readonly day?: number }
  /** Credits; person 2 and company 1 by default, search not known. */
  readonly prices?: Partial<Prices>
  /** Dotted path of the credits charged in an answer. */
  readonly creditsField?: string
  /** Paths that cost nothing to read, in the place of `/account`, `/credits` and `/usage`; under a cap, `call` reads no others. */
  readonly freePaths?: ReadonlyArray<string>
  /** Host of the professional network that bare slugs are of, where it is not the built-in one. */
  readonly profileSite?: string
  /** Body fields of the search filters. */
  readonly filters?: { readonly location?: string; readonly companySize?: string }
  readonly keepMatchDays?: number
  readonly keepMissDays?: number
  /**
   * Path of a SQLite file, made where there is none, that keeps answers and charges: another run of the program, and any other
   * program with the same file, buys nobody twice. Without it they are kept in memory. Node only.
   */
  readonly store?: string
  /** Requests under way at once; 10 by default. */
  readonly concurrency?: number
}

/** The client with promises: `people.enrich`, `people.search`, `companies.enrich`, `call`, `check`; and many lookups. */
export interface SalesData extends Promised<SalesDataClient> {
  readonly bulk: {
    /**
     * Many people, one outcome each, in the order of the inputs. As many are asked for at once as `concurrency` allows, and
     * none before it is wanted. Where the provider or the pace of the account wants a pause, it is waited for. What fails is
     * an outcome with its error; past a cap, every one that would cost.
     */
    readonly people: (inputs: Inputs<PersonLookup>, options?: CallOptions) => AsyncIterable<PersonOutcome>
    /** The same for companies. */
    readonly companies: (inputs: Inputs<CompanyLookup>, options?: CallOptions) => AsyncIterable<CompanyOutcome>
  }
}

/** Lookups of a bulk, such as the rows of a file while it is read. */
export type Inputs<I> = Iterable<I> | AsyncIterable<I>

/** What became of one person of a bulk: an answer, or the error in its place. */
export type PersonOutcome = Outcome<PersonLookup, Enrichment<Person>>

/** What became of one company of a bulk: an answer, or the error in its place. */
export type CompanyOutcome = Outcome<CompanyLookup, Enrichment<Company>>

const days = (count: number | undefined, fallback: Duration.Duration) =>
  count === undefined ? fallback : Duration.days(count)

const optionNames: OptionNames<SalesDataOptions> = {
  baseUrl: { is: "the address of the provider's API" },
  apiKey: { is: "the provider's key" },
  keyHeader: "optional",
  caps: "optional",
  prices: "optional",
  creditsField: "optional",
  freePaths: "optional",
  profileSite: "optional",
  filters: "optional",
  keepMatchDays: "optional",
  keepMissDays: "optional",
  store: "optional",
  concurrency: "optional"
}

/** Loaded with the first call that costs, by those who keep anything. */
const storeInFile = (filename: string) =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@inlay/sql-stores/file")),
      ({ fileStore }) => fileStore(filename)
    )
  )

/** A client of one account. Throws a `ProviderError` where the base address cannot be used. */
export const createSalesData = (options: SalesDataOptions): SalesData => {
  checkOptions("salesdata", "createSalesData", options, optionNames)
  const amounts = {
    ...options.caps,
    ...options.prices,
    keepMatchDays: options.keepMatchDays,
    keepMissDays: options.keepMissDays
  }
  const malformedAmounts = Object.entries(amounts).filter(
    ([, amount]) => amount !== undefined && amount !== null && !(amount >= 0 && amount < Infinity)
  )
  if (malformedAmounts.length > 0) {
    throw invalid(
      "salesdata",
      "connect",
      malformedAmounts.map(([field]) => ({ field, message: "must be a number, 0 or more" }))
    )
  }
  const base = BaseAddress.parse(options.baseUrl)
  if (Result.isFailure(base))
    throw new ProviderError({ provider: "salesdata", operation: "connect", reason: base.failure })
  const run = crypto.randomUUID()
  const spend =
    options.store === undefined
      ? Layer.provide(Spend.layer(run), [Ledger.layerMemory, LookupCache.layerMemory])
      : layerOpenedLater(run, storeInFile(options.store))
  const client = make({
    baseAddress: base.success,
    credential: Credential.inHeader(options.keyHeader ?? "authorization", Redacted.make(options.apiKey)),
    scope: "salesdata",
    profileSites: [...(options.profileSite === undefined ? [] : [options.profileSite]), profileSite],
    caps: options.caps ?? defaults.caps,
    prices: { ...defaults.prices, ...options.prices },
    filters: { ...defaults.filters, ...options.filters },
    creditsField: options.creditsField,
    freePaths: options.freePaths?.map((path) => path.toLowerCase()) ?? defaults.freePaths,
    keepMatch: days(options.keepMatchDays, defaults.keepMatch),
    keepMiss: days(options.keepMissDays, defaults.keepMiss),
    concurrency: options.concurrency ?? defaults.concurrency
  })
  const methods = promised(
    Effect.runSync(Effect.provide(client, spend).pipe(Effect.provideService(Transport, Platform.make())))
  )
  const atOnce = options.concurrency ?? defaults.concurrency
  return {
    ...methods,
    bulk: {
      people: (inputs, callOptions) =>
        bulk(inputs, atOnce, (input) => methods.people.enrich(input, callOptions), callOptions?.signal),
      companies: (inputs, callOptions) =>
        bulk(inputs, atOnce, (input) => methods.companies.enrich(input, callOptions), callOptions?.signal)
    }
  }
}
