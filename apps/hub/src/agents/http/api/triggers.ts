/** Triggers that can start an agent, and how to subscribe to them: `/api/triggers`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, strings } from "./shapes.ts"

const trigger = {
  id: Schema.String,
  title: Schema.String,
  plugin: Schema.String,
  category: Schema.String,
  description: Schema.String,
  /** How events can arrive, best first, in words. */
  ways: strings,
  /** Names of the accounts that can subscribe to the trigger. */
  accounts: strings
}

export const TriggerView = Schema.Struct(trigger).annotate({ identifier: "Trigger" })

export const TriggerDetails = Schema.Struct({
  ...trigger,
  /** JSON Schema, draft 2020-12. */
  targetSchema: Schema.Unknown,
  filtersSchema: Schema.Unknown
}).annotate({ identifier: "TriggerDetails" })

export class TriggersGroup extends HttpApiGroup.make("triggers").add(
  HttpApiEndpoint.get("list", "/api/triggers", {
    success: Schema.Struct({ triggers: Schema.Array(TriggerView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the triggers"),
  HttpApiEndpoint.get("get", "/api/triggers/:id", {
    params: { id: Schema.String },
    success: TriggerDetails,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Read a trigger, with the schemas of its target and filters")
) {}
