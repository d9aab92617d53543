/** Deliveries to agents, their outcomes and replays: `/api/deliveries`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, Moment, strings } from "./shapes.ts"

export const MAX_PAGE = 200

const State = Schema.Literals(["pending", "delivered", "dead", "skipped"])

export const DeliveryView = Schema.Struct({
  /** The idempotency key, sent as `webhook-id`. */
  id: Schema.String,
  subscription: Schema.String,
  trigger: Schema.String,
  account: Schema.String,
  /** The event's id in `/api/events`. */
  event: Schema.Int,
  state: State,
  why: Schema.NullOr(Schema.String),
  attempts: Schema.Int,
  createdAt: Moment,
  nextAt: Schema.NullOr(Moment),
  doneAt: Schema.NullOr(Moment)
}).annotate({ identifier: "Delivery" })

const AttemptView = Schema.Struct({
  attempt: Schema.Int,
  at: Moment,
  durationMillis: Schema.Int,
  /** Null for a command, and if there was no answer. */
  status: Schema.NullOr(Schema.Int),
  /** Whether the receiver accepted it: 2xx, or a command's exit code 0. */
  delivered: Schema.Boolean,
  answer: Schema.String
})

export const DeliveryDetails = Schema.Struct({
  ...DeliveryView.fields,
  data: Schema.Unknown,
  log: Schema.Array(AttemptView)
}).annotate({ identifier: "DeliveryDetails" })

const Count = Schema.FiniteFromString.check(
  Schema.isInt(),
  Schema.isGreaterThan(0),
  Schema.isLessThanOrEqualTo(MAX_PAGE)
)
const text = Schema.optionalKey(Schema.String)

export class DeliveriesGroup extends HttpApiGroup.make("deliveries").add(
  HttpApiEndpoint.get("list", "/api/deliveries", {
    query: { subscription: text, state: Schema.optionalKey(State), cursor: text, limit: Schema.optionalKey(Count) },
    success: Schema.Struct({ items: Schema.Array(DeliveryView), next: Schema.optionalKey(Schema.String) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the deliveries to agents, newest first"),
  HttpApiEndpoint.get("find", "/api/deliveries/:id", {
    params: { id: Schema.String },
    success: DeliveryDetails,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Read a delivery, with its attempts and its event"),
  HttpApiEndpoint.post("replay", "/api/deliveries/replay", {
    /** Named deliveries, or all deliveries of a subscription that were created in a time range. */
    payload: Schema.Struct({
      ids: Schema.optionalKey(strings),
      subscription: text,
      since: text,
      until: text,
      states: Schema.optionalKey(Schema.Array(State))
    }),
    success: Schema.Struct({ replayed: Schema.Int }),
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Send deliveries again")
) {}
