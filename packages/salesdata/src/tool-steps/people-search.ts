import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as ChargeDecision from "@inlay/agent-plugin/ChargeDecision"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { searchPeople } from "../client/People.ts"
import { SalesData } from "../client/SalesData.ts"
import { recentPreview, recentSearch, remembers } from "./answers/recent-searches.ts"
import { rowsWithin } from "./answers/search-rows.ts"

export const peopleSearch = ToolStep.over(searchPeople, {
  id: "salesdata_people_search",
  title: "People Search",
  description:
    "Find people in Australia and New Zealand by criteria, combined with and. Costs credits by the number of results.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: [],
  cost: { unit: "credits", upTo: null, note: "depends on the number of results; never cached" },
  own: {
    /** Rows of the same search that were already shown. */
    skip: Schema.optionalKey(
      Schema.Int.check(Schema.makeFilter((rows) => (rows >= 0 ? undefined : "must be 0 or more")))
    ),
    unknown_charge: ChargeDecision.field,
    max_kb: AnswerSize.maxKb
  },
  preview: (criteria, { skip }) =>
    Effect.flatMap(SalesData, (client) => recentPreview(client, criteria, skip !== undefined)),
  run: (criteria, { unknown_charge, max_kb, skip }) =>
    Effect.flatMap(SalesData, (client) => recentSearch(client, criteria, skip !== undefined)).pipe(
      (search) => ChargeDecision.carried(search, unknown_charge),
      Effect.zip(remembers),
      Effect.map(([search, isRemembered]) =>
        rowsWithin(search, criteria, { skip: skip ?? 0, maxBytes: AnswerSize.limitOf({ max_kb }), isRemembered })
      )
    )
})
