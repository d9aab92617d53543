/**
 * The plugin as a browser carries it: both lookups, the search and the account, over the client alone. What describes steps to
 * agents (schemas, sizes of answers) and API Call stay out: a worker is loaded with every click.
 */
import type { Connection, Runnable } from "@inlay/agent-plugin/Plugin"
import * as HttpClient from "@inlay/core-http/Client"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { apiKey } from "./account/kinds.ts"
import { settingsOf } from "./account/settings.ts"
import { httpOptions } from "./client/http.ts"
import type { Lookup, LookupInput } from "./client/lookup.ts"
import { makeLookups } from "./client/lookups.ts"
import { makeMisses } from "./client/misses.ts"
import { makeSearch } from "./client/search.ts"
import { OPERATIONS } from "./client/tariff.ts"
import { subjectOf } from "./identity/subject.ts"
import type { PeopleCriteria } from "./schema/PeopleCriteria.ts"
import { isObject } from "./wire/reading/json-path.ts"
import { allJudges } from "./wire/search-judge.ts"

const hints = { readOnly: false, destructive: false, idempotent: true, openWorld: true } as const

const PEOPLE = { id: "salesdata_people_enrichment", title: "People Enrichment", hints }
const COMPANIES = { id: "salesdata_company_enrichment", title: "Company Enrichment", hints }

const SEARCH = { id: "salesdata_people_search", title: "People Search", hints: { ...hints, idempotent: false } }

/** Places and sizes stay out: a browser has no list of them to choose from. */
const CRITERIA: ReadonlySet<string> = new Set(["company", "position", "seniority", "department"])

const criteriaOf = (input: unknown): Effect.Effect<PeopleCriteria, ProviderError> => {
  const fields = isObject(input) ? Object.entries(input) : []
  const problems = fields.flatMap(([field, text]) => {
    if (!CRITERIA.has(field)) return [{ field, message: "is not a field of this input" }]
    return typeof text === "string" && text.trim() !== "" ? [] : [{ field, message: "must be a text" }]
  })
  return fields.length === 0 || problems.length > 0
    ? Effect.fail(
        invalid(
          "salesdata",
          OPERATIONS.search,
          fields.length === 0
            ? [{ field: "", message: `no criterion is given: give one or more of ${[...CRITERIA].join(", ")}` }]
            : problems
        )
      )
    : Effect.succeed(Object.fromEntries(fields) as PeopleCriteria)
}

/** Which identifiers a lookup takes is for the client to say. */
const inputOf = (operation: string, input: unknown): Effect.Effect<LookupInput, ProviderError> =>
  isObject(input)
    ? Effect.succeed(input)
    : Effect.fail(invalid("salesdata", operation, [{ field: "", message: "must be an object" }]))

/** For a `Runner`; its steps take identifiers or criteria alone, and give whole answers. */
export const plugin: Runnable = {
  id: "salesdata",
  title: "Sales data",
  accountKinds: [apiKey],
  toolSteps: [PEOPLE, COMPANIES, SEARCH],
  subjectOf,
  connect: Effect.fnUntraced(function* (account) {
    const settings = yield* Effect.fromResult(settingsOf(account))
    const http = yield* HttpClient.makeSmall(httpOptions(settings, allJudges))
    const misses = makeMisses()
    const { person, company } = makeLookups(http, settings, misses)
    const search = makeSearch(http, settings, misses)
    const lookupOf = (step: string): readonly [string, Pick<Lookup<unknown>, "send" | "preview">] =>
      step === PEOPLE.id ? [OPERATIONS.person, person] : [OPERATIONS.company, company]
    const connection: Connection = {
      run: (step, input) => {
        if (step === SEARCH.id) return Effect.flatMap(criteriaOf(input), search.send)
        const [operation, { send }] = lookupOf(step)
        return Effect.flatMap(inputOf(operation, input), send)
      },
      preview: (step, input) => {
        if (step === SEARCH.id) return Effect.flatMap(criteriaOf(input), search.preview)
        const [operation, { preview }] = lookupOf(step)
        return Effect.flatMap(inputOf(operation, input), preview)
      }
    }
    return connection
  })
}
