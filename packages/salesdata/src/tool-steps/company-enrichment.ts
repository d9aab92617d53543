import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as ChargeDecision from "@inlay/agent-plugin/ChargeDecision"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { enrichCompany } from "../client/Companies.ts"
import { SalesData } from "../client/SalesData.ts"
import { Company } from "../schema/Company.ts"
import { answerOf, withinLimit } from "./answers/enrichment-size.ts"

export const companyEnrichment = ToolStep.over(enrichCompany, {
  id: "salesdata_company_enrichment",
  title: "Company Enrichment",
  description:
    "Size, industry, location, ABN and technologies of one known company in Australia or New Zealand. Give every identifier known. 1 credit a match; a miss or a repeat is free.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: { unit: "credits", upTo: 1, note: "1 a match; free without a match and within 30 days of one" },
  own: { unknown_charge: ChargeDecision.field, max_kb: AnswerSize.maxKb },
  output: answerOf(Company),
  preview: (lookup) => Effect.flatMap(SalesData, (client) => client.companies.previewEnrich(lookup)),
  run: (lookup, { unknown_charge, max_kb }) =>
    Effect.flatMap(SalesData, (client) => client.companies.enrich(lookup)).pipe(
      (enrichment) => ChargeDecision.carried(enrichment, unknown_charge),
      Effect.map((outcome) => withinLimit(outcome, AnswerSize.limitOf({ max_kb })))
    )
})
