import * as ApiCall from "@inlay/agent-plugin/ApiCall"
import * as Effect from "effect/Effect"

import { Starter } from "../client/Starter.ts"

export const apiCall = ApiCall.make({
  plugin: "starter",
  description: "One request to any endpoint of the service's API. Free. Prefer the other starter tools where one fits.",
  methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  endpoint: "Path with a leading slash, e.g. /items/itm_1",
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  cost: null,
  call: (request) => Effect.flatMap(Starter, (client) => client.call(request))
})
