/** The log of runs: `/api/runs`. Limited to the caller's own runs, unless the caller manages the hub. */
import type { AuditRecord } from "@inlay/agent-plugin/Audit"
import type { Via } from "@inlay/agent-plugin/Caller"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { count, failures, Moment, text, textOrNull } from "./shapes.ts"

export const DEFAULT_PAGE = 50

const VIAS = ["cli", "mcp", "http", "console", "extension", "trigger"] as const satisfies ReadonlyArray<Via>

const OUTCOMES = [
  "ok",
  "Unauthorized",
  "Forbidden",
  "NotFound",
  "Conflict",
  "Invalid",
  "RateLimited",
  "QuotaExhausted",
  "Refused",
  "Unavailable",
  "Timeout",
  "Transport",
  "Decode",
  "Interrupted"
] as const satisfies ReadonlyArray<AuditRecord["outcome"]>

export const RunView = Schema.Struct({
  id: Schema.Int,
  at: Moment,
  durationMillis: Schema.Finite,
  principal: text("The id of the caller, such as `token:...`"),
  principalName: textOrNull(
    "The name of the token or agent, also of one that was revoked. An agent gave its name itself"
  ),
  via: textOrNull("Through which interface it was run; `null` for runs from before this was recorded"),
  event: textOrNull("The delivery that started the agent, by its `webhook-id`"),
  plugin: Schema.String,
  account: text("The account's name within the plugin"),
  tool: Schema.String,
  outcome: text("`ok`, the reason of the failure, or `Interrupted`"),
  charged: Schema.NullOr(Schema.Union([Schema.Finite, Schema.Literal("unknown")])).annotate({
    description: "Credits; `null` if nothing was bought"
  })
}).annotate({ identifier: "Run" })

export class RunsGroup extends HttpApiGroup.make("runs").add(
  HttpApiEndpoint.get("list", "/api/runs", {
    query: {
      cursor: Schema.optionalKey(text("The `next` of the previous page")),
      limit: Schema.optionalKey(count("The most runs of a page", { maximum: 200, default: DEFAULT_PAGE })),
      plugin: Schema.optionalKey(text("Only runs of this plugin")),
      account: Schema.optionalKey(text("Only runs with this account: `plugin/name`")),
      tool: Schema.optionalKey(text("Only runs of the tool step with this id")),
      outcome: Schema.optionalKey(Schema.Literals(OUTCOMES)).annotate({
        description: "Only runs with this outcome: `ok`, the reason of a failure, or `Interrupted`"
      }),
      principal: Schema.optionalKey(text("Only runs of the caller with this id, such as `token:...`")),
      via: Schema.optionalKey(Schema.Literals(VIAS)).annotate({ description: "Only runs through this interface" }),
      event: Schema.optionalKey(text("Only runs for this delivery, by its `webhook-id`")),
      since: Schema.optionalKey(text("Only runs from this moment on, ISO 8601"))
    },
    success: Schema.Struct({
      items: Schema.Array(RunView),
      next: Schema.optionalKey(text("The cursor of the next page; absent on the last one"))
    }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the runs, newest first")
) {}
