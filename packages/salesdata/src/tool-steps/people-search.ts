import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { SalesData } from "../client/SalesData.ts"
import { Search } from "../schema/Search.ts"

export const peopleSearch = ToolStep.make({
  id: "salesdata_people_search",
  title: "People Search",
  description:
    "Find people in Australia and New Zealand by criteria, combined with and. Costs credits by the number of results. For one known person use salesdata_people_enrichment.",
  hints: { readOnly: true, destructive: false, idempotent: false, openWorld: true },
  scopes: [],
  cost: { unit: "credits", upTo: null, note: "depends on the number of results; never cached" },
  input: Schema.Struct({
    company: Schema.optionalKey(Schema.String),
    position: Schema.optionalKey(Schema.String),
    seniority: Schema.optionalKey(Schema.String),
    department: Schema.optionalKey(Schema.String),
    location: Schema.optionalKey(Schema.String.annotate({ description: "Australian state or NZ region" })),
    company_size: Schema.optionalKey(Schema.String.annotate({ description: "e.g. 51-200" })),
    extra: Schema.optionalKey(
      Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "Other provider fields, e.g. page" })
    )
  }),
  output: Search,
  run: (criteria) => Effect.flatMap(SalesData, (client) => client.people.search(criteria))
})
