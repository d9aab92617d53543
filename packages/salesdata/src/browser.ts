/**
 * The plugin as a browser carries it: both lookups and the account, over the client alone. What describes steps to agents
 * (schemas, sizes of answers), People Search and API Call stay out: a worker is loaded with every click.
 */
import type { BoundStep, Runnable } from "@inlay/agent-plugin/Plugin"
import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { apiKey, client } from "./account.ts"
import { isObject } from "./internal/json-path.ts"
import { subjectOf } from "./internal/subject.ts"

const hints = { readOnly: false, destructive: false, idempotent: true, openWorld: true } as const

const PEOPLE = { id: "salesdata_people_enrichment", title: "People Enrichment", hints }
const COMPANIES = { id: "salesdata_company_enrichment", title: "Company Enrichment", hints }

type Identifiers = Readonly<Record<string, string>>

const isIdentifiers = (input: unknown): input is Identifiers =>
  isObject(input) && Object.values(input).every((value) => typeof value === "string")

/** Which identifiers a lookup takes is for the client to say. */
const step =
  (id: string, enrich: (lookup: Identifiers) => ReturnType<BoundStep>): BoundStep =>
  (input) =>
    isIdentifiers(input)
      ? enrich(input)
      : Effect.fail(invalid("salesdata", id, [{ field: "", message: "must hold identifiers, each a text" }]))

/** For a `Runner`; its steps take identifiers alone, and give whole answers. */
export const plugin: Runnable = {
  id: "salesdata",
  title: "Sales data",
  accountKinds: [apiKey],
  toolSteps: [PEOPLE, COMPANIES],
  subjectOf,
  connect: (account) =>
    Effect.map(
      client(account),
      ({ people, companies }) =>
        new Map([
          [PEOPLE.id, step(PEOPLE.id, people.enrich)],
          [COMPANIES.id, step(COMPANIES.id, companies.enrich)]
        ])
    )
}
