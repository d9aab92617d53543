/** The browser's client of a provider: runs the steps of an account, and checks it. */
import type { Connection, Runnable } from "@inlay/agent-plugin/Plugin"
import * as HttpClient from "@inlay/core-http/Client"
import { isJsonObject } from "@inlay/core-http/json-object"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

export { check } from "../account/check.ts"
import { settingsOf } from "../account/settings.ts"
import { httpOptions } from "../client/http.ts"
import { makeLookups } from "../client/lookups.ts"
import { makeMisses } from "../client/misses.ts"
import { makeSearch } from "../client/search.ts"
import type { PeopleCriteria } from "../schema/PeopleCriteria.ts"
import { OPERATIONS } from "../wire/paid-path.ts"
import { allJudges } from "../wire/search-judge.ts"
import { STEPS } from "./step-infos.ts"

/** Locations and sizes are left out, because the browser has no list of valid values. */
const CRITERIA: ReadonlySet<string> = new Set(["company", "position", "seniority", "department"])

const criteriaOf = (input: unknown): Effect.Effect<PeopleCriteria, ProviderError> => {
  const fields = isJsonObject(input) ? Object.entries(input) : []
  const problems =
    fields.length === 0
      ? [{ field: "", message: `no criterion is given: give one or more of ${[...CRITERIA].join(", ")}` }]
      : fields.flatMap(([field, text]) => {
          // The fields of a next page.
          if (field === "extra" && isJsonObject(text)) return []
          if (!CRITERIA.has(field)) return [{ field, message: "is not a field of this input" }]
          return typeof text === "string" && text.trim() !== "" ? [] : [{ field, message: "must be a string" }]
        })
  return problems.length > 0
    ? Effect.fail(invalid("salesdata", OPERATIONS.search, problems))
    : Effect.succeed(Object.fromEntries(fields) as PeopleCriteria)
}

export const connect: Runnable["connect"] = Effect.fnUntraced(function* (account) {
  const settings = yield* Effect.fromResult(settingsOf(account))
  const http = yield* HttpClient.makeSmall(httpOptions(settings, allJudges))
  const misses = makeMisses()
  const { person, company } = makeLookups(http, settings, misses)
  const { send, preview } = makeSearch(http, settings, misses)
  const search = {
    send: (input: unknown) => Effect.flatMap(criteriaOf(input), send),
    preview: (input: unknown) => Effect.flatMap(criteriaOf(input), preview)
  }
  const callOf = (step: string) => (step === STEPS.search.id ? search : step === STEPS.person.id ? person : company)
  const connection: Connection = {
    run: (step, input) => callOf(step).send(input),
    preview: (step, input) => callOf(step).preview(input)
  }
  return connection
})
