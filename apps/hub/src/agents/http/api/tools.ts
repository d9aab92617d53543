/** Tool steps, their previews and their runs: `/api/tools`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { unknownCharge } from "./charges.ts"
import { Failure, failures, flag, json, Moment, PROVIDER_STATUSES, strings, text } from "./shapes.ts"

const tool = {
  id: Schema.String,
  title: Schema.String,
  plugin: Schema.String,
  description: Schema.String,
  hints: Schema.Struct({
    readOnly: flag("Changes nothing"),
    destructive: flag("May delete or overwrite"),
    idempotent: flag("Running it again changes nothing more"),
    openWorld: flag("Reaches more than what the hub keeps: data that others write and change")
  }),
  cost: Schema.NullOr(
    Schema.Struct({
      unit: Schema.Literals(["credits", "quota"]),
      upTo: Schema.NullOr(Schema.Finite).annotate({
        description: "The most that a run costs, in `unit`; `null` if that depends on the response"
      }),
      note: Schema.String
    })
  ).annotate({ description: "`null` for a free tool" }),
  accounts: strings.annotate({ description: "Names of the accounts that the tool may run with, for `account`" })
}

export const ToolView = Schema.Struct(tool).annotate({ identifier: "Tool" })

export const ToolDetails = Schema.Struct({
  ...tool,
  inputSchema: json("JSON Schema, draft 2020-12"),
  outputSchema: json("JSON Schema, draft 2020-12")
}).annotate({ identifier: "ToolDetails" })

const call = {
  input: Schema.optionalKey(json("Must match the tool's inputSchema; {} by default")),
  account: Schema.optionalKey(text("The account's name within the tool's plugin. Optional if there is exactly one"))
}

const principal = Schema.optionalKey(Schema.Finite).annotate({ description: "Of the caller, today" })
const event = Schema.optionalKey(Schema.Finite).annotate({ description: "Of the event that started the agent" })

/** Credits, by what they are counted for. */
const Caps = Schema.Struct({
  day: Schema.optionalKey(Schema.Finite),
  run: Schema.optionalKey(Schema.Finite),
  principal,
  event
})

export const PreviewView = Schema.Struct({
  isFree: Schema.Boolean,
  estimate: Schema.NullOr(Schema.Finite).annotate({
    description: "Credits: the most that the run may cost; `null` if unknown"
  }),
  cached: Schema.NullOr(Schema.Struct({ match: Schema.Boolean, fetchedAt: Moment })).annotate({
    description: "The saved answer, which costs nothing"
  }),
  isUnderWay: flag("Whether the same lookup is being made at this moment; the run would share its answer"),
  blocking: Schema.Array(Schema.Struct(unknownCharge)).annotate({
    description: "Earlier unknown charges of the same lookup"
  }),
  uncachedPurchase: Schema.NullOr(
    Schema.Struct({
      since: Moment,
      charged: Schema.NullOr(Schema.Finite),
      why: Schema.Literals(["store", "contradicted"])
    })
  ).annotate({ description: "The lookup was bought before but its answer was not stored: it would be charged again" }),
  refusal: Schema.NullOr(Failure.fields.error).annotate({ description: "Why the request would not be sent" }),
  spent: Schema.Struct({ day: Schema.Finite, run: Schema.Finite, principal, event }).annotate({
    description: "Credits spent so far"
  }),
  caps: Caps.annotate({ description: "Credits that may be spent; a cap that is absent is not set" }),
  left: Caps.annotate({ description: "Credits that are left below each cap" })
}).annotate({ identifier: "Preview" })

const Outcome = Schema.Struct({
  output: json("As the tool's outputSchema says"),
  card: Schema.optionalKey(json("Present if it was asked for and the tool has one"))
})

const StepForward = Schema.Struct({
  done: Schema.Finite.annotate({ description: "The number of items, rows or bytes done" }),
  total: Schema.optionalKey(Schema.Finite).annotate({ description: "The number of all of them, if known" }),
  text: Schema.optionalKey(Schema.String)
})

/** What a run reports in progress. A line with `output` or `error` is the last one. */
const RunEvent = Schema.Union([Schema.Struct({ progress: StepForward }), Outcome, Failure]).annotate({
  identifier: "RunEvent",
  description:
    "For `accept: application/x-ndjson`: one progress event per line, then the output or the error. A run that fails before its first step has the status of the failure instead of 200."
})

/** The longest time limit that a run may be given. */
const MAX_SECONDS = 120

export class ToolsGroup extends HttpApiGroup.make("tools").add(
  HttpApiEndpoint.get("list", "/api/tools", {
    query: { query: Schema.optionalKey(text("Words to search for in ids, titles and descriptions")) },
    success: Schema.Struct({ tools: Schema.Array(ToolView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the tool steps"),
  HttpApiEndpoint.get("get", "/api/tools/:id", {
    params: { id: text("The tool step's id") },
    success: ToolDetails,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Read a tool step, with the schemas of its input and output"),
  HttpApiEndpoint.post("run", "/api/tools/:id/runs", {
    params: { id: text("The tool step's id") },
    payload: Schema.Struct({
      ...call,
      unknownCharge: Schema.optionalKey(Schema.Literals(["ask_again", "charged", "not_charged"])).annotate({
        description:
          "The decision about an earlier unknown charge of the same lookup: buy it again, or first record that it was or was not charged"
      }),
      refresh: Schema.optionalKey(
        flag("Ask the provider even if the answer is saved: it costs what the preview says, and a match replaces that")
      ),
      maxCredits: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
        description:
          "The most credits that each of its requests may cost, such as the `estimate` of a preview: one that would cost more is not sent. With 0, the run only returns what is saved or free"
      }),
      timeoutSeconds: Schema.optionalKey(
        Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(MAX_SECONDS))
      ).annotate({ description: "How long the run may take, in seconds; the tool's own limit, by default" }),
      card: Schema.optionalKey(flag("Also return the output as a card for people, if the tool has one"))
    }),
    success: [Outcome, HttpApiSchema.StreamNdjson({ schema: RunEvent, maxElementBytes: "1 MiB" })],
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Run a tool step"),
  HttpApiEndpoint.post("preview", "/api/tools/:id/previews", {
    params: { id: text("The tool step's id") },
    payload: Schema.Struct(call),
    success: PreviewView,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Preview a run: its price, and what is known already; never charged")
) {}
