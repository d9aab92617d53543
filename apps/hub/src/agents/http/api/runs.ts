/** What ran: `/api/runs`. Of the caller alone, unless it manages. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"

import { failures, Moment } from "./shapes.ts"

export const MAX_PAGE = 200

export const RunView = Schema.Struct({
  id: Schema.Int,
  at: Moment,
  durationMillis: Schema.Finite,
  principal: Schema.String,
  /** What its owner called it, where it is known. */
  principalName: Schema.NullOr(Schema.String),
  /** `null` for runs of before ways were kept. */
  via: Schema.NullOr(Schema.String),
  event: Schema.NullOr(Schema.String),
  plugin: Schema.String,
  account: Schema.String,
  tool: Schema.String,
  /** `ok`, the reason of its failure, or `Interrupted`. */
  outcome: Schema.String,
  /** Credits; `null` where nothing was bought. */
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
      /** Of `next`: what comes after the page that gave it. */
      cursor: text,
      limit: Schema.optionalKey(Count),
      plugin: text,
      /** `plugin/name`. */
      account: text,
      tool: text,
      outcome: text,
      principal: text,
      via: text,
      /** The delivery that started the agent: `webhook-id`. */
      event: text,
      /** From this moment on. */
      since: text
    },
    success: Schema.Struct({ items: Schema.Array(RunView), next: Schema.optionalKey(Schema.String) }),
    error: failures(503)
  })
) {}
