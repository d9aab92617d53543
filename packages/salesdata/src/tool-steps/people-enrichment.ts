import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as ChargeDecision from "@inlay/agent-plugin/ChargeDecision"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { enrichPerson } from "../client/People.ts"
import { SalesData } from "../client/SalesData.ts"
import { Person } from "../schema/Person.ts"
import { answerOf, withinLimit } from "./answers/enrichment-size.ts"

export const peopleEnrichment = ToolStep.over(enrichPerson, {
  id: "salesdata_people_enrichment",
  title: "People Enrichment",
  description:
    "Verified e-mail, phone, job and company of one known person in Australia or New Zealand. Give every identifier known. 1-2 credits a match; a miss or a repeat is free.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: { unit: "credits", upTo: 2, note: "1 to 2 a match; free without a match and within 30 days of one" },
  own: { unknown_charge: ChargeDecision.field, max_kb: AnswerSize.maxKb },
  output: answerOf(Person),
  preview: (lookup) => Effect.flatMap(SalesData, (client) => client.people.previewEnrich(lookup)),
  run: (lookup, { unknown_charge, max_kb }) =>
    Effect.flatMap(SalesData, (client) => client.people.enrich(lookup)).pipe(
      (enrichment) => ChargeDecision.carried(enrichment, unknown_charge),
      Effect.map((outcome) => withinLimit(outcome, AnswerSize.limitOf({ max_kb })))
    )
})
