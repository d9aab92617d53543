/** The log of runs: `/api/runs`. Limited to the caller's own runs, unless the caller manages the hub. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, Moment } from "./shapes.ts"

export const MAX_PAGE = 200

export const RunView = Schema.Struct({
  id: Schema.Int,
  at: Moment,
  durationMillis: Schema.Finite,
  principal: Schema.String,
  /** The name of the token or agent, also of one that was revoked. An agent gave its name itself. */
  principalName: Schema.NullOr(Schema.String),
  /** `null` for runs from before this was recorded. */
  via: Schema.NullOr(Schema.String),
  event: Schema.NullOr(Schema.String),
  plugin: Schema.String,
  account: Schema.String,
  tool: Schema.String,
  /** `ok`, the reason of the failure, or `Interrupted`. */
  outcome: Schema.String,
  /** Credits; `null` if nothing was bought. */
  charged: Schema.NullOr(Schema.Union([Schema.Finite, Schema.Literal("unknown")]))
}).annotate({ identifier: "Run" })

const Count = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isGreaterThan(0),
  Schema.isLessThanOrEqualTo(MAX_PAGE)
)
const text = Schema.optionalKey(Schema.String)

export class RunsGroup extends HttpApiGroup.make("runs").add(
  HttpApiEndpoint.get("list", "/api/runs", {
    query: {
      /** The `next` of the previous page. */
      cursor: text,
      limit: Schema.optionalKey(Count),
      plugin: text,
      /** `plugin/name`. */
      account: text,
      tool: text,
      outcome: text,
      principal: text,
      via: text,
      /** The delivery that started the agent, by its `webhook-id`. */
      event: text,
      /** Only runs from this moment on. */
      since: text
    },
    success: Schema.Struct({ items: Schema.Array(RunView), next: Schema.optionalKey(Schema.String) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the runs, newest first")
) {}
