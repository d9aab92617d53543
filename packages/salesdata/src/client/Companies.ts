/** Companies: enrichment of one. */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import type * as Effect from "effect/Effect"

import { companyIdentifiers, noIdentifier } from "../identity/normal-form.ts"
import { Company } from "../schema/Company.ts"
import { CompanyLookup } from "../schema/CompanyLookup.ts"
import { enrichmentOf, type Enrichment } from "../schema/Enrichment.ts"
import { lookupMethod } from "./lookup-method.ts"
import type { Lookup } from "./lookup.ts"
import { OPERATIONS } from "./tariff.ts"

export type { CompanyLookup }

/** The company that the identifiers mean; no match is a value. */
export const enrichCompany = Operation.make({
  provider: "salesdata",
  name: OPERATIONS.company,
  input: CompanyLookup,
  output: enrichmentOf(Company),
  across: noIdentifier(companyIdentifiers)
})

/** Company lookups. */
export interface Companies {
  /** The company that the identifiers mean; no match is a value. Paid once. */
  readonly enrich: (lookup: CompanyLookup) => Effect.Effect<Enrichment<Company>, ProviderError>
  /** What `enrich` would cost and meet. Sends nothing. */
  readonly previewEnrich: (lookup: CompanyLookup) => Effect.Effect<Preview, ProviderError>
}

export const make = ({ send, preview }: Lookup<Company>): Companies => ({
  enrich: lookupMethod(enrichCompany, send),
  previewEnrich: lookupMethod(enrichCompany, preview)
})
