/** Tool steps, their previews and their runs: `/api/tools`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { Failure, failures, Moment, PROVIDER_STATUSES, strings } from "./shapes.ts"

const tool = {
  id: Schema.String,
  title: Schema.String,
  plugin: Schema.String,
  description: Schema.String,
  hints: Schema.Struct({
    readOnly: Schema.Boolean,
    destructive: Schema.Boolean,
    idempotent: Schema.Boolean,
    openWorld: Schema.Boolean
  }),
  /** `null` for a free tool. `upTo` is in `unit`; `null` if the cost depends on the response. */
  cost: Schema.NullOr(
    Schema.Struct({
      unit: Schema.Literals(["credits", "quota"]),
      upTo: Schema.NullOr(Schema.Finite),
      note: Schema.String
    })
  ),
  /** Names of the accounts that the tool may run with, for the input `account`. */
  accounts: strings
}

export const ToolView = Schema.Struct(tool).annotate({ identifier: "Tool" })

export const ToolDetails = Schema.Struct({
  ...tool,
  /** JSON Schema, draft 2020-12. */
  inputSchema: Schema.Unknown,
  outputSchema: Schema.Unknown
}).annotate({ identifier: "ToolDetails" })

const call = {
  input: Schema.optionalKey(Schema.Unknown).annotate({
    description: "Must match the tool's inputSchema; {} by default"
  }),
  account: Schema.optionalKey(Schema.String).annotate({ description: "Optional if there is exactly one" })
}

const Caps = Schema.Struct({
  day: Schema.optionalKey(Schema.Finite),
  run: Schema.optionalKey(Schema.Finite),
  principal: Schema.optionalKey(Schema.Finite),
  event: Schema.optionalKey(Schema.Finite)
})

export const PreviewView = Schema.Struct({
  isFree: Schema.Boolean,
  /** Credits: the most that the run may cost; `null` if unknown. */
  estimate: Schema.NullOr(Schema.Finite),
  cached: Schema.NullOr(Schema.Struct({ match: Schema.Boolean, fetchedAt: Moment })),
  isUnderWay: Schema.Boolean,
  /** Earlier unknown charges of the same lookup. */
  blocking: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      operation: Schema.String,
      keys: strings,
      since: Moment,
      mayHaveCost: Schema.NullOr(Schema.Finite)
    })
  ),
  /** The lookup was bought before but its answer was not stored: it would be charged again. */
  unkept: Schema.NullOr(
    Schema.Struct({
      since: Moment,
      charged: Schema.NullOr(Schema.Finite),
      why: Schema.Literals(["store", "contradicted"])
    })
  ),
  /** Why the request would not be sent. */
  refusal: Schema.NullOr(Failure.fields.error),
  spent: Schema.Struct({
    day: Schema.Finite,
    run: Schema.Finite,
    principal: Schema.optionalKey(Schema.Finite),
    event: Schema.optionalKey(Schema.Finite)
  }),
  caps: Caps,
  left: Caps
}).annotate({ identifier: "Preview" })

/** `card` is present if it was asked for and the tool has one. */
const Outcome = Schema.Struct({ output: Schema.Unknown, card: Schema.optionalKey(Schema.Unknown) })

const StepForward = Schema.Struct({
  /** The number of items, rows or bytes done, out of `total`, which is absent if unknown. */
  done: Schema.Finite,
  total: Schema.optionalKey(Schema.Finite),
  text: Schema.optionalKey(Schema.String)
})

/** What a run reports in progress. A line with `output` or `error` is the last one. */
const RunEvent = Schema.Union([Schema.Struct({ progress: StepForward }), Outcome, Failure]).annotate({
  identifier: "RunEvent",
  description:
    "For `accept: application/x-ndjson`: one progress event per line, then the output or the error. The status is 200."
})

/** The longest time limit that a run may be given. */
export const MAX_SECONDS = 120

export class ToolsGroup extends HttpApiGroup.make("tools").add(
  HttpApiEndpoint.get("list", "/api/tools", {
    query: { query: Schema.optionalKey(Schema.String) },
    success: Schema.Struct({ tools: Schema.Array(ToolView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the tool steps"),
  HttpApiEndpoint.get("get", "/api/tools/:id", {
    params: { id: Schema.String },
    success: ToolDetails,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Read a tool step, with the schemas of its input and output"),
  HttpApiEndpoint.post("run", "/api/tools/:id/runs", {
    params: { id: Schema.String },
    payload: Schema.Struct({
      ...call,
      /** The decision about an earlier unknown charge of the same lookup. */
      unknownCharge: Schema.optionalKey(Schema.Literals(["ask_again", "charged", "not_charged"])),
      refresh: Schema.optionalKey(Schema.Boolean).annotate({
        description:
          "Ask the provider even if the answer is saved. It costs what the preview says, and a match replaces that"
      }),
      timeoutSeconds: Schema.optionalKey(
        Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(MAX_SECONDS))
      ),
      card: Schema.optionalKey(Schema.Boolean).annotate({
        description: "Also return the output as a card for people, if the tool has one"
      })
    }),
    success: [Outcome, HttpApiSchema.StreamNdjson({ schema: RunEvent, maxElementBytes: "1 MiB" })],
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Run a tool step"),
  HttpApiEndpoint.post("preview", "/api/tools/:id/previews", {
    params: { id: Schema.String },
    payload: Schema.Struct(call),
    success: PreviewView,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Preview a run: its price, and what is known already; never charged")
) {}
