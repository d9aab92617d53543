/** Sales data: people and companies of Australia and New Zealand, enriched for credits. */
import * as Plugin from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"

import { apiKey } from "./account/kinds.ts"
import { settingsOf } from "./account/settings.ts"
import { make, SalesData } from "./client/SalesData.ts"
import { subjectOf } from "./identity/subject.ts"
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
  service: SalesData,
  client: (account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), make)
})
