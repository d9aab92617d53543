/** Person lookups and people search. */
import type { Client } from "@inlay/core-http/Client"
import { defined, isJsonObject } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { noIdentifier, personIdentifiers } from "../identity/normal-form.ts"
import { enrichmentOf, type Enrichment } from "../schema/Enrichment.ts"
import { noCriterion, PeopleCriteria } from "../schema/PeopleCriteria.ts"
import { Person } from "../schema/Person.ts"
import { PersonLookup } from "../schema/PersonLookup.ts"
import { readRegion } from "../schema/regions.ts"
import { Search } from "../schema/Search.ts"
import { OPERATIONS } from "../wire/paid-path.ts"
import type { Lookup } from "./lookups.ts"
import type { Misses } from "./misses.ts"
import { makeSearch, repeatedPage } from "./search.ts"
import type { Settings } from "./settings.ts"

export type { PeopleCriteria, PersonLookup }

/** Finds the person that the identifiers refer to. No match is a value, not an error. */
export const enrichPerson = Operation.make({
  provider: "salesdata",
  name: OPERATIONS.person,
  input: PersonLookup,
  output: enrichmentOf(Person),
  across: noIdentifier(personIdentifiers)
})

const searchInput = {
  provider: "salesdata",
  name: OPERATIONS.search,
  input: PeopleCriteria,
  across: noCriterion
} as const

/** Finds people by criteria. Returns an empty list if there are none. */
export const searchPeople = Operation.make({ ...searchInput, output: Search })

/** The search of the client, which has no use for the output's schema: a program does not load it. */
const search = Operation.make({ ...searchInput, output: Schema.Unknown })

/** Person lookups and people search of one account. */
export interface People {
  /** Finds the person that the identifiers refer to. No match is a value, not an error. Paid for once. */
  readonly enrich: (lookup: PersonLookup) => Effect.Effect<Enrichment<Person>, ProviderError>
  /** Returns what `enrich` would cost and which limits would apply. Sends nothing. */
  readonly previewEnrich: (lookup: PersonLookup) => Effect.Effect<Preview, ProviderError>
  /** Finds people by criteria. Never cached. Refused under a cap if the account has no price for searches. */
  readonly search: (criteria: PeopleCriteria) => Effect.Effect<Search, ProviderError>
  /** Returns what `search` would cost and which limits would apply. Sends nothing. */
  readonly previewSearch: (criteria: PeopleCriteria) => Effect.Effect<Preview, ProviderError>
}

/** Names the location as providers do, whatever form of its name was given. */
const withRegion = (criteria: PeopleCriteria): PeopleCriteria => {
  const region = readRegion(criteria.location ?? "")
  return region.ok ? { ...criteria, location: region.value } : criteria
}

export const make = (http: Client, settings: Settings, lookup: Lookup<Person>, misses: Misses): People => {
  const ownSearch = {
    ...search,
    // The account's settings name the fields that a search sends, so this rule depends on the client.
    problems: (input: unknown) => [
      ...search.problems(input),
      ...(isJsonObject(input) ? repeatedPage(input, settings.filters) : [])
    ]
  }
  const { send, preview } = makeSearch(http, settings, misses)
  const sendSearch = Operation.method(ownSearch, (criteria: PeopleCriteria) => send(withRegion(criteria)))
  const previewSearch = Operation.method(ownSearch, (criteria: PeopleCriteria) => preview(withRegion(criteria)))
  return {
    enrich: lookup.send,
    previewEnrich: lookup.preview,
    search: (criteria) => sendSearch(defined(criteria)),
    previewSearch: (criteria) => previewSearch(defined(criteria))
  }
}
