/** Company lookups. */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import type * as Effect from "effect/Effect"

import { companyIdentifiers, noIdentifier } from "../identity/normal-form.ts"
import { Company } from "../schema/Company.ts"
import { CompanyLookup } from "../schema/CompanyLookup.ts"
import { enrichmentOf, type Enrichment } from "../schema/Enrichment.ts"
import { OPERATIONS } from "../wire/paid-path.ts"

export type { CompanyLookup }

/** Finds the company that the identifiers refer to. No match is a value, not an error. */
export const enrichCompany = Operation.make({
  provider: "salesdata",
  name: OPERATIONS.company,
  input: CompanyLookup,
  output: enrichmentOf(Company),
  across: noIdentifier(companyIdentifiers)
})

/** Company lookups of one account. */
export interface Companies {
  /** Finds the company that the identifiers refer to. No match is a value, not an error. Paid for once. */
  readonly enrich: (lookup: CompanyLookup) => Effect.Effect<Enrichment<Company>, ProviderError>
  /** Returns what `enrich` would cost and which limits would apply. Sends nothing. */
  readonly previewEnrich: (lookup: CompanyLookup) => Effect.Effect<Preview, ProviderError>
}
