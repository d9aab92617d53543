/** `inlay openapi`: prints the OpenAPI document of the hub's HTTP API. The handler is `handlers/openapi.ts`. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { reporting } from "../report.ts"

export const openapi = Command.make("openapi", {}, () =>
  reporting(() => import("../handlers/openapi.ts").then((handler) => Effect.succeed(handler.openapi)))
).pipe(
  Command.withShortDescription("Print the HTTP API as an OpenAPI document"),
  Command.withDescription(
    "The document that the hub's server has at /openapi.json, for tools that generate clients or detect changes. Needs no running server."
  ),
  Command.withExamples([{ command: "inlay openapi > openapi.json" }])
)
