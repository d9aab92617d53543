/** Subscriptions that start agents: `/api/subscriptions`. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, flag, json, Moment, PROVIDER_STATUSES, strings, text, textOrNull } from "./shapes.ts"

const account = text("`plugin/name`")
const inOrder = flag("Whether each event is sent only after the previous one was accepted or given up")
const ownChanges = flag("Whether changes that the account's own runs made start it, too")
const ways = strings.annotate({ description: "How events can arrive, best first, in words" })

const subscription = {
  id: Schema.String,
  name: Schema.String,
  trigger: text("The trigger's id"),
  account,
  target: json("What is watched, such as a repository, in the form of the trigger's targetSchema"),
  filters: json("Which events start it, in the form of the trigger's filtersSchema"),
  destination: Schema.Literals(["agent", "hub", "exec"]).annotate({
    description: "What starts: an agent at an address, another hub, or a command on the hub's machine"
  }),
  url: text("Where events are sent, without a query; for `exec`, the command"),
  inOrder,
  ownChanges,
  creditsPerEvent: Schema.NullOr(Schema.Finite).annotate({
    description: "The most that the runs of one start may spend together; `null` for no such cap"
  }),
  enabled: flag("Whether events start it"),
  disabledBecause: textOrNull("Why the hub disabled it; `null` if its owner did, or if it is enabled"),
  createdAt: Moment
}

export const SubscriptionView = Schema.Struct(subscription).annotate({ identifier: "Subscription" })

export const HealthView = Schema.Struct({
  subscription: Schema.String,
  trigger: Schema.String,
  ok: Schema.Boolean,
  way: textOrNull("How events arrive: `webhook`, `orgWebhook` or `poll`; `null` if they cannot arrive at the moment"),
  because: textOrNull("Why a better way is not used, and how late events may be"),
  settingUp: textOrNull(
    "What it still waits for after it was created or enabled, such as its webhook; `null` once events arrive"
  ),
  lastEventAt: Schema.NullOr(Moment),
  lastStartAt: Schema.NullOr(Moment).annotate({ description: "When an agent last accepted a delivery" }),
  startsInDay: Schema.Int.annotate({ description: "Deliveries of the last 24 hours, without skipped ones" }),
  newestStart: Schema.NullOr(
    Schema.Struct({ id: Schema.String, state: Schema.Literals(["pending", "delivered", "dead"]), createdAt: Moment })
  ).annotate({ description: "The newest delivery that was not skipped" }),
  pending: Schema.Int.annotate({ description: "Deliveries that are waiting or tried again" }),
  dead: Schema.Int.annotate({ description: "Deliveries that were given up" }),
  skipped: Schema.Int.annotate({ description: "Deliveries that were not sent" }),
  skippedBecause: textOrNull("Why the newest of these was not sent"),
  unreadable: Schema.Int.annotate({ description: "Deliveries for its account that could not be read" }),
  limitShare: Schema.NullOr(Schema.Finite).annotate({
    description: "If it is polled: the share of the account's hourly requests that all of its polls take, 0 to 1"
  }),
  problems: strings.annotate({
    description: "What is wrong, and what to do about it; empty if all is well, or if its owner switched it off"
  })
}).annotate({ identifier: "SubscriptionHealth" })

const CreditsPerEvent = Schema.Finite.check(
  Schema.isGreaterThanOrEqualTo(0),
  Schema.isLessThanOrEqualTo(MAX_CREDITS)
).annotate({
  description:
    "The credits that the runs of one start may spend together; no such cap, by default. A run over it is refused before anything is sent"
})

const wanted = {
  trigger: text("The trigger's id, as GET /api/triggers lists it"),
  account,
  target: json("What to watch, such as a repository. Must match the trigger's targetSchema"),
  filters: Schema.optionalKey(json("Which events start it; all, by default. Must match the trigger's filtersSchema"))
}

/** An event of a subscription's trigger and target. */
const eventOfTarget = {
  cursor: text("The event's cursor in `/api/events`"),
  eventId: text("The same whichever way the event arrived, until its account is renamed"),
  timestamp: Moment,
  actor: textOrNull("Who caused it at the service, if that is known"),
  data: json("The event, as the service and its users wrote it")
}

const verdict = {
  starts: flag("Whether the event would start an agent"),
  why: textOrNull("The filter that the event does not pass")
}

/** What a subscription would start, judged by the newest events of its target and by its trigger's example. */
const TrialView = Schema.Struct({
  events: Schema.Array(Schema.Struct({ ...eventOfTarget, ...verdict })).annotate({ description: "Newest first" }),
  starting: Schema.Int.annotate({ description: "How many of these events would start an agent" }),
  example: Schema.NullOr(Schema.Struct({ data: eventOfTarget.data, ...verdict })).annotate({
    description: "The trigger's example event; `null` if it has none"
  }),
  ways,
  sent: Schema.NullOr(
    Schema.Struct({
      delivered: flag("Whether the receiver accepted it"),
      status: Schema.NullOr(Schema.Int),
      answer: Schema.String,
      durationMillis: Schema.Int
    })
  ).annotate({ description: "How the receiver responded to the example, if it was sent" })
}).annotate({ identifier: "SubscriptionTest" })

const id = { id: text("The subscription's id") }

const which = {
  id: Schema.optionalKey(text("Only the subscription with this id")),
  account: Schema.optionalKey(text("Only subscriptions of this account: `plugin/name`")),
  trigger: Schema.optionalKey(text("Only subscriptions of the trigger with this id"))
}

export class SubscriptionsGroup extends HttpApiGroup.make("subscriptions").add(
  HttpApiEndpoint.get("list", "/api/subscriptions", {
    query: which,
    success: Schema.Struct({ subscriptions: Schema.Array(SubscriptionView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the subscriptions"),
  HttpApiEndpoint.post("create", "/api/subscriptions", {
    payload: Schema.Struct({
      ...wanted,
      url: Schema.optionalKey(text("The address that events are sent to. Required unless `exec` is given")),
      hub: Schema.optionalKey(flag("Whether the address is another hub's hook; false, by default")),
      exec: Schema.optionalKey(strings).annotate({
        description:
          "Instead of an address: a command on the hub's machine and its arguments, if the hub allows commands"
      }),
      secret: Schema.optionalKey(
        text(
          "The secret that signs deliveries (`whsec_...`), if the receiver has chosen it, as another hub does. A new one, by default"
        )
      ),
      name: Schema.optionalKey(text("1 to 100 characters; the trigger's title, by default")),
      inOrder: Schema.optionalKey(inOrder),
      ownChanges: Schema.optionalKey(ownChanges),
      creditsPerEvent: Schema.optionalKey(CreditsPerEvent),
      enabled: Schema.optionalKey(
        flag("If false, nothing starts until it is enabled, so that it can be tested first; true, by default")
      ),
      another: Schema.optionalKey(
        flag(
          "Whether to create it even if there is one with the same trigger, account, target, filters and destination. By default, that is a conflict, which names the `existing` one, so a repeated request starts no agent twice"
        )
      )
    }),
    success: Schema.Struct({
      ...subscription,
      secret: text("Signs deliveries. Shown only this once"),
      ways
    }).pipe(HttpApiSchema.status(201)),
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Create a subscription that starts an agent at each event"),
  HttpApiEndpoint.get("health", "/api/subscriptions/health", {
    query: which,
    success: Schema.Struct({ health: Schema.Array(HealthView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Read whether events of each subscription arrive and its agent starts"),
  HttpApiEndpoint.post("try", "/api/subscriptions/tests", {
    payload: Schema.Struct(wanted),
    success: TrialView,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Test a subscription before it is created: which of the newest events would start it"),
  HttpApiEndpoint.post("test", "/api/subscriptions/:id/tests", {
    params: id,
    payload: Schema.Struct({
      send: Schema.optionalKey(flag("Whether to send the trigger's example to the receiver once, marked as a test"))
    }),
    success: TrialView,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Test a subscription, optionally by sending the example to its agent"),
  HttpApiEndpoint.get("events", "/api/subscriptions/:id/events", {
    params: id,
    success: Schema.Struct({
      events: Schema.Array(
        Schema.Struct({
          ...eventOfTarget,
          delivery: textOrNull("The id of the delivery that the event led to; `null` if there is none"),
          state: textOrNull("The state of that delivery"),
          why: textOrNull("Why the event started nothing")
        })
      ).annotate({ description: "The newest events of its trigger and target, newest first" })
    }),
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "List what became of the newest events of a subscription"),
  HttpApiEndpoint.patch("change", "/api/subscriptions/:id", {
    params: id,
    payload: Schema.Struct({
      enabled: Schema.optionalKey(subscription.enabled),
      url: Schema.optionalKey(text("Another address, to which what waits is sent, too. Not for a command")),
      filters: Schema.optionalKey(
        json("Other filters, instead of all that it has. Must match the trigger's filtersSchema")
      ),
      name: Schema.optionalKey(text("1 to 100 characters")),
      inOrder: Schema.optionalKey(inOrder),
      creditsPerEvent: Schema.optionalKey(Schema.NullOr(CreditsPerEvent)).annotate({
        description: "The credits that the runs of one start may spend together; `null` for no such cap"
      })
    }),
    success: SubscriptionView,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Change a subscription: only what is given. It keeps its secret"),
  HttpApiEndpoint.post("replaceSecret", "/api/subscriptions/:id/secret", {
    params: id,
    payload: Schema.Struct({
      secret: Schema.optionalKey(
        text("The new secret (`whsec_...`), if the receiver has chosen it, as another hub does. Generated, by default")
      ),
      keepPrevious: Schema.optionalKey(
        flag(
          "Whether the secret before it signs, too, for 24 hours, so that the receiver can be given the new one; true, by default. False if somebody else may know it, or if it cannot be read"
        )
      )
    }),
    success: Schema.Struct({
      secret: text("Signs deliveries from now on. Shown only this once"),
      previousUntil: Schema.NullOr(Moment).annotate({
        description: "Until when the secret before it signs, too; `null` if it does not"
      })
    }),
    error: failures(404, 409, 503)
  }).annotate(OpenApi.Summary, "Replace the secret that signs a subscription's deliveries"),
  HttpApiEndpoint.get("get", "/api/subscriptions/:id", {
    params: id,
    success: SubscriptionView,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Read a subscription"),
  HttpApiEndpoint.delete("remove", "/api/subscriptions/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Delete a subscription")
) {}
