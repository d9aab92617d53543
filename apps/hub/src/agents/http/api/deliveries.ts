/** Deliveries to agents, their outcomes and replays: `/api/deliveries`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { count, failures, flag, json, Moment, strings, text, textOrNull } from "./shapes.ts"

export const DEFAULT_PAGE = 50

const State = Schema.Literals(["pending", "delivered", "dead", "skipped"]).annotate({
  description:
    "`pending`: waits or is tried again; `delivered`: the receiver accepted it; `dead`: given up; `skipped`: not sent"
})

export const DeliveryView = Schema.Struct({
  id: text("The idempotency key, sent as `webhook-id`"),
  subscription: text("The subscription's id"),
  trigger: Schema.String,
  account: text("`plugin/name`"),
  event: Schema.Int.annotate({ description: "The event's cursor in `/api/events`" }),
  state: State,
  why: textOrNull("Why it was given up or not sent"),
  attempts: Schema.Int,
  createdAt: Moment,
  nextAt: Schema.NullOr(Moment).annotate({ description: "When it is tried next" }),
  doneAt: Schema.NullOr(Moment).annotate({ description: "When it was accepted, given up or skipped" })
}).annotate({ identifier: "Delivery" })

const AttemptView = Schema.Struct({
  attempt: Schema.Int,
  at: Moment,
  durationMillis: Schema.Int,
  status: Schema.NullOr(Schema.Int).annotate({ description: "`null` for a command, and if there was no answer" }),
  delivered: flag("Whether the receiver accepted it: 2xx, or a command's exit code 0"),
  answer: text("The beginning of the receiver's answer, the end of what a command printed, or why there was none")
})

export const DeliveryDetails = Schema.Struct({
  ...DeliveryView.fields,
  data: json("The event, as the service and its users wrote it"),
  log: Schema.Array(AttemptView)
}).annotate({ identifier: "DeliveryDetails" })

export class DeliveriesGroup extends HttpApiGroup.make("deliveries").add(
  HttpApiEndpoint.get("list", "/api/deliveries", {
    query: {
      subscription: Schema.optionalKey(text("Only deliveries of the subscription with this id")),
      state: Schema.optionalKey(State),
      cursor: Schema.optionalKey(text("The `next` of the previous page")),
      limit: Schema.optionalKey(count("The most deliveries of a page", { maximum: 200, default: DEFAULT_PAGE }))
    },
    success: Schema.Struct({
      items: Schema.Array(DeliveryView),
      next: Schema.optionalKey(text("The cursor of the next page; absent on the last one"))
    }),
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "List the deliveries to agents, newest first"),
  HttpApiEndpoint.get("find", "/api/deliveries/:id", {
    params: { id: text("The delivery's id") },
    success: DeliveryDetails,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Read a delivery, with its attempts and its event"),
  HttpApiEndpoint.post("replay", "/api/deliveries/replay", {
    /** Named deliveries, or all deliveries of a subscription that were created in a time range. */
    payload: Schema.Struct({
      ids: Schema.optionalKey(strings.check(Schema.isMaxLength(1_000))).annotate({
        description: "The ids of deliveries"
      }),
      subscription: Schema.optionalKey(text("Instead of `ids`, with `since`: the id of a subscription")),
      since: Schema.optionalKey(text("Only deliveries created from this moment on, ISO 8601")),
      until: Schema.optionalKey(text("Only deliveries created before this moment, ISO 8601; until now, by default")),
      states: Schema.optionalKey(Schema.Array(State)).annotate({
        description: "Only deliveries in these states: without `ids`, dead ones by default; with `ids`, any"
      })
    }),
    success: Schema.Struct({
      replayed: Schema.Int.annotate({
        description:
          "How many are sent now; not those that are under way, due within seconds, or wait for an earlier one"
      }),
      notFound: strings.annotate({ description: "Those of the `ids` that are no delivery. If none is one: 404" })
    }),
    error: failures(404, 409, 503)
  }).annotate(OpenApi.Summary, "Send deliveries again, or now instead of at their next attempt")
) {}
