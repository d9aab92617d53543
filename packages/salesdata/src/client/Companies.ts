/** Companies: enrichment of one. */
import type { Client } from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type * as Effect from "effect/Effect"

import * as identifiers from "../identifiers.ts"
import { companyKeys, judgeCompany } from "../internal/answered.ts"
import type { Company } from "../schema/Company.ts"
import type { Enrichment } from "../schema/Enrichment.ts"
import * as Lookup from "./lookup.ts"
import type { Misses } from "./misses.ts"
import type { Settings } from "./settings.ts"

/** One or more; several together improve the match. */
export interface CompanyLookup {
  readonly domain?: string
  /** Company profile URL on the professional network. */
  readonly profilenet_url?: string
  /** Australian Business Number: 11 digits, spaces allowed. */
  readonly abn?: string
  readonly website?: string
}

/** Company lookups. */
export interface Companies {
  /** The company that the identifiers mean; no match is a value. Paid once. */
  readonly enrich: (lookup: CompanyLookup) => Effect.Effect<Enrichment<Company>, ProviderError>
}

export const make = (http: Client, settings: Settings, misses: Misses): Companies => {
  const lookup = Lookup.make(http, {
    kind: "company",
    operation: "enrichCompany",
    endpoint: "/enrich/company",
    normalisers: {
      domain: identifiers.companyDomain,
      profilenet_url: (text) => identifiers.profileUrl("company", text),
      abn: identifiers.abn,
      website: identifiers.website
    },
    judge: judgeCompany,
    keysOf: companyKeys,
    misses,
    profileSites: settings.profileSites
  })
  return { enrich: (given) => lookup({ ...given }) }
}
