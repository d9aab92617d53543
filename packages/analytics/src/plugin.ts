/**
 * The analytics plugin: reports, key events, properties and data streams of websites and apps, for agents and commands.
 */
import * as Plugin from "@inlay/agent-plugin/Plugin"

import { accountKinds } from "./account/kinds.ts"
import { client } from "./account/settings.ts"
import { reportCard, type ReportOutput } from "./card.ts"
import { Analytics } from "./client/Analytics.ts"
import { toolSteps } from "./tool-steps/index.gen.ts"
import { limitName } from "./wire/quota/names.ts"

/** The plugin, for use with a `Runner`. */
export const plugin = Plugin.make({
  id: "analytics",
  title: "Analytics",
  description: "Runs reports on websites and apps, with their quality and quota; creates key events and properties.",
  status: "beta",
  accountKinds,
  toolSteps,
  triggers: [],
  service: Analytics,
  client,
  cards: {
    analytics_run_reports: (report: ReportOutput, fetchedAt) => reportCard(report, { fetchedAt, fromCache: false })
  },
  limitName
})
