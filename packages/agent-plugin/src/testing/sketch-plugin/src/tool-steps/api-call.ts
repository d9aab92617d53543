import * as Effect from "effect/Effect"

import * as ApiCall from "../../../../steps/ApiCall.ts"
import { Sketch } from "../client/Sketch.ts"

export const apiCall = ApiCall.make({
  plugin: "sketch",
  description: "One request to any endpoint of the data or the admin API.",
  methods: ["GET", "POST", "DELETE"],
  endpoint: "Path such as v1/properties",
  targets: { names: ["data", "admin"], description: "Which API; data by default" },
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  cost: null,
  call: (request, target) =>
    Effect.flatMap(Sketch, ({ data, admin }) => (target === "admin" ? admin : data).call(request))
})
