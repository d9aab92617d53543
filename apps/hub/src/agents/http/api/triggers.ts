/** Triggers that can start an agent, and how to subscribe to them: `/api/triggers`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, json, strings, text } from "./shapes.ts"

const trigger = {
  id: Schema.String,
  title: Schema.String,
  plugin: Schema.String,
  category: Schema.String,
  description: Schema.String,
  ways: strings.annotate({ description: "How events can arrive, best first, in words" }),
  accounts: strings.annotate({ description: "Names of the accounts that can subscribe to the trigger" })
}

export const TriggerView = Schema.Struct(trigger).annotate({ identifier: "Trigger" })

export const TriggerDetails = Schema.Struct({
  ...trigger,
  targetSchema: json("JSON Schema, draft 2020-12"),
  filtersSchema: json("JSON Schema, draft 2020-12")
}).annotate({ identifier: "TriggerDetails" })

export class TriggersGroup extends HttpApiGroup.make("triggers").add(
  HttpApiEndpoint.get("list", "/api/triggers", {
    success: Schema.Struct({ triggers: Schema.Array(TriggerView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the triggers"),
  HttpApiEndpoint.get("get", "/api/triggers/:id", {
    params: { id: text("The trigger's id") },
    success: TriggerDetails,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Read a trigger, with the schemas of its target and filters")
) {}
