/** Subscriptions that start agents (`/api/subscriptions`), and the hooks that receive events (`/api/hooks`). */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, Moment, PROVIDER_STATUSES, strings } from "./shapes.ts"

const subscription = {
  id: Schema.String,
  name: Schema.String,
  trigger: Schema.String,
  /** `plugin/name`. */
  account: Schema.String,
  target: Schema.Unknown,
  filters: Schema.Unknown,
  destination: Schema.Literals(["agent", "hub", "exec"]),
  /** Where events are sent, without a query; for an exec subscription, its command. */
  url: Schema.String,
  inOrder: Schema.Boolean,
  ownChanges: Schema.Boolean,
  /** The most that the runs of one start may spend together; `null` for no such cap. */
  creditsPerEvent: Schema.NullOr(Schema.Finite),
  enabled: Schema.Boolean,
  disabledBecause: Schema.NullOr(Schema.String),
  createdAt: Moment
}

export const SubscriptionView = Schema.Struct(subscription).annotate({ identifier: "Subscription" })

/** The health of a subscription. */
export const HealthView = Schema.Struct({
  subscription: Schema.String,
  trigger: Schema.String,
  ok: Schema.Boolean,
  /** How events arrive: `webhook`, `orgWebhook` or `poll`; `null` if they cannot arrive at the moment. */
  way: Schema.NullOr(Schema.String),
  /** Why a better way is not used, and how late events may be. */
  because: Schema.NullOr(Schema.String),
  /**
   * What the subscription still waits for after it was created or enabled, such as its webhook; `null` once events
   * arrive.
   */
  settingUp: Schema.NullOr(Schema.String),
  lastEventAt: Schema.NullOr(Moment),
  lastStartAt: Schema.NullOr(Moment),
  pending: Schema.Int,
  dead: Schema.Int,
  skipped: Schema.Int,
  /** Why the newest of these was not sent. */
  skippedBecause: Schema.NullOr(Schema.String),
  /** Deliveries for its account that could not be read. */
  unreadable: Schema.Int,
  /** If the subscription is polled: the share of the account's hourly requests that all of its polls take, 0 to 1. */
  limitShare: Schema.NullOr(Schema.Finite),
  /** What is wrong, and what to do about it; empty if all is well. */
  problems: strings
}).annotate({ identifier: "SubscriptionHealth" })

const wanted = {
  trigger: Schema.String,
  account: Schema.String.annotate({ description: "`plugin/name`" }),
  target: Schema.Unknown.annotate({ description: "Must match the trigger's targetSchema" }),
  filters: Schema.optionalKey(Schema.Unknown).annotate({ description: "Must match the trigger's filtersSchema" })
}

/** An event of a subscription's trigger and target. */
const eventOfTarget = {
  /** The event's cursor in `/api/events`. */
  cursor: Schema.String,
  eventId: Schema.String,
  timestamp: Moment,
  actor: Schema.NullOr(Schema.String),
  data: Schema.Unknown
}

/** What a subscription would start, judged by the newest events of its target and by its trigger's example. */
const TrialView = Schema.Struct({
  /** Newest first. */
  events: Schema.Array(
    Schema.Struct({
      ...eventOfTarget,
      starts: Schema.Boolean,
      /** The filter that the event does not pass. */
      why: Schema.NullOr(Schema.String)
    })
  ),
  /** How many of these events would start an agent. */
  starting: Schema.Int,
  example: Schema.NullOr(
    Schema.Struct({ data: Schema.Unknown, starts: Schema.Boolean, why: Schema.NullOr(Schema.String) })
  ),
  /** How events can arrive, best first. */
  ways: strings,
  /** How the receiver responded to the example, if it was sent. */
  sent: Schema.NullOr(
    Schema.Struct({
      delivered: Schema.Boolean,
      status: Schema.NullOr(Schema.Int),
      answer: Schema.String,
      durationMillis: Schema.Int
    })
  )
}).annotate({ identifier: "SubscriptionTest" })

export const OrphanView = Schema.Struct({
  account: Schema.String,
  place: Schema.String,
  /** The id that the service gave the hook. */
  id: Schema.String,
  /** The address that the hook sends to, without the hook's id. */
  url: Schema.String,
  events: strings,
  active: Schema.Boolean,
  /** True if the hook sends to this hub's own address, so nothing else needs it. Otherwise it may be another hub's. */
  ownAddress: Schema.Boolean
}).annotate({ identifier: "OrphanedHook" })

const HookView = Schema.Struct({
  id: Schema.String,
  account: Schema.String,
  place: Schema.String,
  /** The address that the service sends to. */
  url: Schema.String,
  createdAt: Moment,
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Hook" })

const id = { id: Schema.String }

export class SubscriptionsGroup extends HttpApiGroup.make("subscriptions").add(
  HttpApiEndpoint.get("list", "/api/subscriptions", {
    success: Schema.Struct({ subscriptions: Schema.Array(SubscriptionView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the subscriptions"),
  HttpApiEndpoint.post("create", "/api/subscriptions", {
    payload: Schema.Struct({
      ...wanted,
      url: Schema.optionalKey(Schema.String),
      /** The address is another hub's inlet. */
      hub: Schema.optionalKey(Schema.Boolean),
      /** Instead of an address: a command on the hub's machine and its arguments, if the hub allows commands. */
      exec: Schema.optionalKey(strings),
      /** The secret that signs deliveries, if the receiver has chosen it, as another hub does. */
      secret: Schema.optionalKey(Schema.String),
      name: Schema.optionalKey(Schema.String),
      /** Sends each event only after the previous one was accepted or given up. */
      inOrder: Schema.optionalKey(Schema.Boolean),
      /** Also start for changes that the account's own runs made. */
      ownChanges: Schema.optionalKey(Schema.Boolean),
      /**
       * The credits that the runs of one start may spend together. A run over this cap is refused before anything is
       * sent.
       */
      creditsPerEvent: Schema.optionalKey(
        Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(MAX_CREDITS))
      ),
      /** If false, nothing starts until the subscription is enabled, so that it can be tested first. */
      enabled: Schema.optionalKey(Schema.Boolean)
    }),
    /** `secret` signs deliveries and is shown only this once. `ways` says how events can arrive, best first. */
    success: Schema.Struct({ ...subscription, secret: Schema.String, ways: strings }).pipe(HttpApiSchema.status(201)),
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Create a subscription that starts an agent at each event"),
  HttpApiEndpoint.get("health", "/api/subscriptions/health", {
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
      /** Sends the trigger's example to the receiver once, marked as a test. */
      send: Schema.optionalKey(Schema.Boolean)
    }),
    success: TrialView,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Test a subscription, optionally by sending the example to its agent"),
  HttpApiEndpoint.get("events", "/api/subscriptions/:id/events", {
    params: id,
    success: Schema.Struct({
      /** The newest events of its trigger and target, newest first. */
      events: Schema.Array(
        Schema.Struct({
          ...eventOfTarget,
          /** The delivery that the event led to; `null` if there is none. */
          delivery: Schema.NullOr(Schema.String),
          state: Schema.NullOr(Schema.String),
          /** Why the event started nothing. */
          why: Schema.NullOr(Schema.String)
        })
      )
    }),
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "List what became of the newest events of a subscription"),
  HttpApiEndpoint.patch("change", "/api/subscriptions/:id", {
    params: id,
    payload: Schema.Struct({ enabled: Schema.Boolean }),
    success: SubscriptionView,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Enable or disable a subscription"),
  HttpApiEndpoint.delete("remove", "/api/subscriptions/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Delete a subscription")
) {}

export class HooksGroup extends HttpApiGroup.make("hooks").add(
  HttpApiEndpoint.get("list", "/api/hooks", {
    success: Schema.Struct({ hooks: Schema.Array(HookView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the webhooks that services send to"),
  HttpApiEndpoint.get("orphans", "/api/hooks/orphans", {
    success: Schema.Struct({
      orphans: Schema.Array(OrphanView),
      /** Places whose hooks could not be listed. */
      unread: Schema.Array(Schema.Struct({ account: Schema.String, place: Schema.String, problem: Schema.String }))
    }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List webhooks at the services that nothing needs any more"),
  HttpApiEndpoint.post("removeOrphan", "/api/hooks/orphans/removals", {
    payload: Schema.Struct({ account: Schema.String, place: Schema.String, id: Schema.String }),
    success: HttpApiSchema.NoContent,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Remove an orphaned webhook from its service"),
  HttpApiEndpoint.post("create", "/api/hooks", {
    /** `place` as the plugin names places, such as repos/acme/widgets; `hub` for events from another hub. */
    payload: Schema.Struct({ account: Schema.String, place: Schema.String }),
    /** If the place already has a hook, that hook is returned. */
    success: Schema.Struct({ ...HookView.fields, secret: Schema.String }).pipe(HttpApiSchema.status(201)),
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Create a webhook to be entered at a service by hand"),
  HttpApiEndpoint.post("rotate", "/api/hooks/:id/secret", {
    params: id,
    /** The previous secret remains valid for another day. */
    success: Schema.Struct({ secret: Schema.String }).pipe(HttpApiSchema.status(201)),
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Replace a webhook's secret"),
  HttpApiEndpoint.delete("remove", "/api/hooks/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Delete a webhook of the hub, also at its service if the hub created it there")
) {}
