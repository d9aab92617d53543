import * as ApiCall from "@inlay/agent-plugin/ApiCall"
import * as Effect from "effect/Effect"

import { Analytics, type Api } from "../client/Analytics.ts"

export const apiCall = ApiCall.make({
  plugin: "analytics",
  description: "One request to any endpoint of the Data or Admin API. Prefer other tools.",
  methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  endpoint: "e.g. v1beta/properties/1234/keyEvents",
  targets: { names: ["auto", "data", "admin"] },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  cost: { unit: "quota", upTo: null, note: "tokens of the property's quota, for reports" },
  call: (request, target) =>
    Effect.flatMap(Analytics, ({ call }) => call({ ...request, ...(target !== "auto" && { api: target as Api }) }))
})
