import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as ChargeDecision from "@inlay/agent-plugin/ChargeDecision"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { SalesData } from "../client/SalesData.ts"
import { recentSearch } from "../internal/recent-searches.ts"
import { rowsWithin } from "../internal/search-rows.ts"
import { Search } from "../schema/Search.ts"

export const peopleSearch = ToolStep.make({
  id: "salesdata_people_search",
  title: "People Search",
  description:
    "Find people in Australia and New Zealand by criteria, combined with and. Costs credits by the number of results.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
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
      Schema.Record(Schema.String, Schema.Unknown).annotate({ description: "Other body fields, e.g. page" })
    ),
    skip: Schema.optionalKey(
      Schema.Int.check(Schema.makeFilter((rows) => (rows >= 0 ? undefined : "must be 0 or more")))
    ),
    unknown_charge: ChargeDecision.field,
    max_kb: AnswerSize.maxKb
  }),
  output: Search,
  run: ({ unknown_charge, max_kb, skip, ...criteria }) =>
    Effect.flatMap(SalesData, (client) => recentSearch(client, criteria, skip !== undefined)).pipe(
      (search) => ChargeDecision.carried(search, unknown_charge),
      Effect.map((search) => rowsWithin(search, criteria, skip ?? 0, AnswerSize.limitOf({ max_kb })))
    )
})
