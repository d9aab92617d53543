import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as ChargeDecision from "@inlay/agent-plugin/ChargeDecision"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { searchPeople } from "../client/People.ts"
import { SalesData } from "../client/SalesData.ts"
import { recentPreview, recentSearch, remembers } from "./answers/recent-searches.ts"
import { rowsWithin } from "./answers/search-rows.ts"

/** Names under which callers look for a limit. */
const LIMITS = /^(limit|per_?page|page_?size|size|count|max|max_?results)$/i

const limitProblem =
  "is not a field of this input: a page is bought whole. extra takes the provider's own fields, such as page; max_kb limits how much is shown at once"

const operation = {
  ...searchPeople,
  problems: (input: unknown) =>
    searchPeople.problems(input).map((one) => (LIMITS.test(one.field) ? { ...one, message: limitProblem } : one))
}

export const peopleSearch = ToolStep.over(operation, {
  id: "salesdata_people_search",
  title: "People Search",
  description:
    "Find people in Australia and New Zealand who match all criteria. A page is bought whole, priced by its results; skip reads on for free.",
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
