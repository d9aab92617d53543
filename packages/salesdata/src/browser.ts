/**
 * The plugin as a browser carries it: both lookups and the account, over the client alone. What describes steps to agents
 * (schemas, sizes of answers), People Search and API Call stay out: a worker is loaded with every click.
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
import { OPERATIONS } from "./client/tariff.ts"
import { subjectOf } from "./identity/subject.ts"
import { lookupJudges } from "./wire/judges.ts"
import { isObject } from "./wire/reading/json-path.ts"

const hints = { readOnly: false, destructive: false, idempotent: true, openWorld: true } as const

const PEOPLE = { id: "salesdata_people_enrichment", title: "People Enrichment", hints }
const COMPANIES = { id: "salesdata_company_enrichment", title: "Company Enrichment", hints }

/** Which identifiers a lookup takes is for the client to say. */
const inputOf = (operation: string, input: unknown): Effect.Effect<LookupInput, ProviderError> =>
  isObject(input)
    ? Effect.succeed(input)
    : Effect.fail(invalid("salesdata", operation, [{ field: "", message: "must be an object" }]))

/** For a `Runner`; its steps take identifiers alone, and give whole answers. */
export const plugin: Runnable = {
  id: "salesdata",
  title: "Sales data",
  accountKinds: [apiKey],
  toolSteps: [PEOPLE, COMPANIES],
  subjectOf,
  connect: Effect.fnUntraced(function* (account) {
    const settings = yield* Effect.fromResult(settingsOf(account))
    const http = yield* HttpClient.makeSmall(httpOptions(settings, lookupJudges))
    const { person, company } = makeLookups(http, settings, makeMisses())
    const lookupOf = (step: string): readonly [string, Pick<Lookup<unknown>, "send" | "preview">] =>
      step === PEOPLE.id ? [OPERATIONS.person, person] : [OPERATIONS.company, company]
    const connection: Connection = {
      run: (step, input) => {
        const [operation, { send }] = lookupOf(step)
        return Effect.flatMap(inputOf(operation, input), send)
      },
      preview: (step, input) => {
        const [operation, { preview }] = lookupOf(step)
        return Effect.flatMap(inputOf(operation, input), preview)
      }
    }
    return connection
  })
}
