import * as ApiCall from "@inlay/agent-plugin/ApiCall"
import * as Effect from "effect/Effect"

import { SalesData } from "../client/SalesData.ts"

export const apiCall = ApiCall.make({
  plugin: "salesdata",
  description: "One request to any endpoint of the sales data API. Paid endpoints cost credits. Prefer other tools.",
  methods: ["GET", "POST"],
  endpoint: "e.g. /enrich/person",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  cost: { unit: "credits", upTo: null, note: "as the endpoint costs: enrichment and search are paid here too" },
  spends: true,
  call: (request) => Effect.flatMap(SalesData, (client) => client.call(request)),
  preview: (request) => Effect.flatMap(SalesData, (client) => client.preview(request))
})
