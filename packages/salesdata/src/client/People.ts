/** People: enrichment of one, and search for many. */
import type { Client } from "@inlay/core-http/Client"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import type * as Effect from "effect/Effect"

import { noIdentifier, personIdentifiers } from "../identity/normal-form.ts"
import { enrichmentOf, type Enrichment } from "../schema/Enrichment.ts"
import { noCriterion, PeopleCriteria } from "../schema/PeopleCriteria.ts"
import { Person } from "../schema/Person.ts"
import { PersonLookup } from "../schema/PersonLookup.ts"
import { Search } from "../schema/Search.ts"
import { isObject } from "../wire/reading/json-path.ts"
import { defined } from "./defined.ts"
import { lookupMethod } from "./lookup-method.ts"
import type { Lookup } from "./lookup.ts"
import type { Misses } from "./misses.ts"
import { makeSearch, repeatedPage } from "./search.ts"
import type { Settings } from "./settings.ts"
import { OPERATIONS } from "./tariff.ts"

export type { PeopleCriteria, PersonLookup }

/** The person whom the identifiers mean; no match is a value. */
export const enrichPerson = Operation.make({
  provider: "salesdata",
  name: OPERATIONS.person,
  input: PersonLookup,
  output: enrichmentOf(Person),
  across: noIdentifier(personIdentifiers)
})

/** People by criteria; nobody is an empty list. */
export const searchPeople = Operation.make({
  provider: "salesdata",
  name: OPERATIONS.search,
  input: PeopleCriteria,
  output: Search,
  across: noCriterion
})

/** People lookups. */
export interface People {
  /** The person whom the identifiers mean; no match is a value. Paid once. */
  readonly enrich: (lookup: PersonLookup) => Effect.Effect<Enrichment<Person>, ProviderError>
  /** What `enrich` would cost and meet. Sends nothing. */
  readonly previewEnrich: (lookup: PersonLookup) => Effect.Effect<Preview, ProviderError>
  /** People by criteria; never cached, and refused under a cap where the account has no price for it. */
  readonly search: (criteria: PeopleCriteria) => Effect.Effect<Search, ProviderError>
  /** What `search` would cost and meet. Sends nothing. */
  readonly previewSearch: (criteria: PeopleCriteria) => Effect.Effect<Preview, ProviderError>
}

export const make = (http: Client, settings: Settings, lookup: Lookup<Person>, misses: Misses): People => {
  const ownSearch = {
    ...searchPeople,
    // Which fields a search sends is the account's to name, so this rule is of its client.
    problems: (input: unknown) => [
      ...searchPeople.problems(input),
      ...(isObject(input) ? repeatedPage(input, settings.filters) : [])
    ]
  }
  const { send, preview } = makeSearch(http, settings, misses)
  const search = Operation.method(ownSearch, send)
  const previewSearch = Operation.method(ownSearch, preview)
  return {
    enrich: lookupMethod(enrichPerson, lookup.send),
    previewEnrich: lookupMethod(enrichPerson, lookup.preview),
    search: (criteria) => search(defined(criteria)),
    previewSearch: (criteria) => previewSearch(defined(criteria))
  }
}
