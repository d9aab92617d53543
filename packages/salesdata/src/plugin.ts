/** The sales data plugin: people and companies of Australia and New Zealand, enriched for credits. */
import * as Plugin from "@inlay/agent-plugin/Plugin"

import { apiKey } from "./account/kinds.ts"
import { client } from "./account/settings.ts"
import { companyCard, personCard } from "./card.ts"
import { SalesData } from "./client/SalesData.ts"
import type { Company } from "./schema/Company.ts"
import type { Enrichment } from "./schema/Enrichment.ts"
import type { Person } from "./schema/Person.ts"
import { subjectOf } from "./subject.ts"
import { toolSteps } from "./tool-steps/index.gen.ts"

/** The plugin, for a `Runner`. */
export const plugin = Plugin.make({
  id: "salesdata",
  title: "Sales data",
  description:
    "Enriches people and companies of Australia and New Zealand with verified contact and firmographic data.",
  status: "beta",
  accountKinds: [apiKey],
  toolSteps,
  triggers: [],
  subjectOf,
  cards: {
    salesdata_people_enrichment: (outcome: Enrichment<Person>) => personCard(outcome),
    salesdata_company_enrichment: (outcome: Enrichment<Company>) => companyCard(outcome)
  },
  service: SalesData,
  client
})
