/** The requests of both lookups. They need nothing that sends requests or reads answers. */
import type { CallRequest } from "@inlay/core-http/Client"
import { isJsonObject } from "@inlay/core-http/json-object"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"

import { companyIdentifiers, normalForm, personIdentifiers, type Identifiers } from "../identity/normal-form.ts"
import type { Body } from "../wire/judges.ts"
import { OPERATIONS } from "../wire/paid-path.ts"

/** One kind of lookup. */
export interface LookupKind {
  readonly kind: "person" | "company"
  readonly operation: string
  readonly endpoint: string
  readonly identifiers: Identifiers
}

export const LOOKUPS = {
  person: {
    kind: "person",
    operation: OPERATIONS.person,
    endpoint: "/enrich/person",
    identifiers: personIdentifiers
  },
  company: {
    kind: "company",
    operation: OPERATIONS.company,
    endpoint: "/enrich/company",
    identifiers: companyIdentifiers
  }
} as const satisfies Readonly<Record<string, LookupKind>>

/**
 * Normalises the identifiers of an unvalidated input, by the rules of its operation. Fails as `Invalid` if some are
 * malformed or unknown, naming all of them, or if there are none.
 */
export const bodyOf = ({ operation, identifiers }: LookupKind, input: unknown): Result.Result<Body, ProviderError> =>
  Result.mapError(
    isJsonObject(input) ? normalForm(identifiers, input) : Result.fail([{ field: "", message: "must be an object" }]),
    (problems) => invalid("salesdata", operation, problems)
  )

export const requestOf = ({ operation, endpoint }: LookupKind, body: Body): CallRequest => ({
  operation,
  method: "POST",
  endpoint,
  body
})
