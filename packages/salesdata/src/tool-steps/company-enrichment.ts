import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as ChargeDecision from "@inlay/agent-plugin/ChargeDecision"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { SalesData } from "../client/SalesData.ts"
import { leftOut, withinLimit } from "../internal/answer-limit.ts"
import { Company } from "../schema/Company.ts"
import { enrichmentOf } from "../schema/Enrichment.ts"

export const companyEnrichment = ToolStep.make({
  id: "salesdata_company_enrichment",
  title: "Company Enrichment",
  description:
    "Size, industry, location, ABN and technologies of one known company in Australia or New Zealand. Give every identifier known. 1 credit a match; a miss or a repeat is free.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: { unit: "credits", upTo: 1, note: "1 a match; free without a match and within 30 days of one" },
  input: Schema.Struct({
    domain: Schema.optionalKey(Schema.String),
    profilenet_url: Schema.optionalKey(Schema.String),
    abn: Schema.optionalKey(Schema.String.annotate({ description: "Australian Business Number, 11 digits" })),
    website: Schema.optionalKey(Schema.String),
    unknown_charge: ChargeDecision.field,
    max_kb: AnswerSize.maxKb
  }),
  output: Schema.Struct({ ...enrichmentOf(Company).fields, left_out: leftOut }),
  run: ({ unknown_charge, max_kb, ...lookup }) =>
    Effect.flatMap(SalesData, (client) => client.companies.enrich(lookup)).pipe(
      (enrichment) => ChargeDecision.carried(enrichment, unknown_charge),
      Effect.map((outcome) => withinLimit(outcome, AnswerSize.limitOf({ max_kb })))
    )
})
