/** What starts agents: `/api/subscriptions`, and the hooks by which events come: `/api/hooks`. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
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
  /** Where its events are sent, without a query; of a command, the command. */
  url: Schema.String,
  inOrder: Schema.Boolean,
  ownChanges: Schema.Boolean,
  /** The most that the runs of one of its starts may spend together; `null` for no such cap. */
  creditsPerEvent: Schema.NullOr(Schema.Finite),
  enabled: Schema.Boolean,
  disabledBecause: Schema.NullOr(Schema.String),
  createdAt: Moment
}

export const SubscriptionView = Schema.Struct(subscription).annotate({ identifier: "Subscription" })

/** How a subscription is doing. */
export const HealthView = Schema.Struct({
  subscription: Schema.String,
  trigger: Schema.String,
  ok: Schema.Boolean,
  /** How its events come: `webhook`, `orgWebhook`, `poll`; `null` where by no way just now. */
  way: Schema.NullOr(Schema.String),
  /** Why by this way, where there is a better one, and how late its events may be. */
  because: Schema.NullOr(Schema.String),
  /** What it waits for just after it was made or switched on, such as its webhook; `null` once its events come. */
  settingUp: Schema.NullOr(Schema.String),
  lastEventAt: Schema.NullOr(Moment),
  lastStartAt: Schema.NullOr(Moment),
  pending: Schema.Int,
  dead: Schema.Int,
  skipped: Schema.Int,
  /** Why the newest of those was not sent. */
  skippedBecause: Schema.NullOr(Schema.String),
  /** What came for its account and could not be read. */
  unreadable: Schema.Int,
  /** Where it is polled: the share of the account's requests an hour that all of its polls take, 0 to 1. */
  limitShare: Schema.NullOr(Schema.Finite),
  /** What is wrong, and what to do about it; empty where all is well. */
  problems: strings
}).annotate({ identifier: "SubscriptionHealth" })

/** An event of a subscription's trigger at its target. */
const eventOfTarget = {
  /** Of the event, in `/api/events`. */
  cursor: Schema.String,
  eventId: Schema.String,
  timestamp: Moment,
  actor: Schema.NullOr(Schema.String),
  data: Schema.Unknown
}

/** What a subscription would start, by the newest events of its target and by its trigger's example. */
const TrialView = Schema.Struct({
  /** Newest first. */
  events: Schema.Array(
    Schema.Struct({
      ...eventOfTarget,
      starts: Schema.Boolean,
      /** The filter that it does not pass. */
      why: Schema.NullOr(Schema.String)
    })
  ),
  /** How many of them would start an agent. */
  starting: Schema.Int,
  example: Schema.NullOr(
    Schema.Struct({ data: Schema.Unknown, starts: Schema.Boolean, why: Schema.NullOr(Schema.String) })
  ),
  /** How its events can come, best first. */
  ways: strings,
  /** What its receiver made of the example, where that was asked for. */
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
  /** The service's own id of it. */
  id: Schema.String,
  /** What it sends to, without the name of the hook. */
  url: Schema.String,
  events: strings,
  active: Schema.Boolean,
  /** It sends to this hub's own address, so nothing else needs it; else it may be another hub's. */
  ownAddress: Schema.Boolean
}).annotate({ identifier: "OrphanedHook" })

const HookView = Schema.Struct({
  id: Schema.String,
  account: Schema.String,
  place: Schema.String,
  /** What the service sends to. */
  url: Schema.String,
  createdAt: Moment,
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Hook" })

const id = { id: Schema.String }

export class SubscriptionsGroup extends HttpApiGroup.make("subscriptions").add(
  HttpApiEndpoint.get("list", "/api/subscriptions", {
    success: Schema.Struct({ subscriptions: Schema.Array(SubscriptionView) }),
    error: failures(503)
  }),
  HttpApiEndpoint.post("create", "/api/subscriptions", {
    payload: Schema.Struct({
      trigger: Schema.String,
      /** `plugin/name`. */
      account: Schema.String,
      target: Schema.Unknown,
      filters: Schema.optionalKey(Schema.Unknown),
      url: Schema.optionalKey(Schema.String),
      /** The address is another hub's inlet. */
      hub: Schema.optionalKey(Schema.Boolean),
      /** In the place of an address: a command of this machine and its arguments, where the hub allows that. */
      exec: Schema.optionalKey(strings),
      /** What deliveries are signed with, where the receiver has chosen it, such as another hub. */
      secret: Schema.optionalKey(Schema.String),
      name: Schema.optionalKey(Schema.String),
      /** Each event after the one before was taken, or given up. */
      inOrder: Schema.optionalKey(Schema.Boolean),
      /** Started by what the account's own runs changed too. */
      ownChanges: Schema.optionalKey(Schema.Boolean),
      /** Credits that the runs of one of its starts may spend together; a run over that is refused before anything is sent. */
      creditsPerEvent: Schema.optionalKey(
        Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(MAX_CREDITS))
      ),
      /** False: it starts nobody until it is switched on, so that it can be tested first. */
      enabled: Schema.optionalKey(Schema.Boolean)
    }),
    /** `secret` signs its deliveries; it is shown this once. `ways` are how its events can come, best first. */
    success: Schema.Struct({ ...subscription, secret: Schema.String, ways: strings }).pipe(HttpApiSchema.status(201)),
    error: failures(...PROVIDER_STATUSES)
  }),
  HttpApiEndpoint.get("health", "/api/subscriptions/health", {
    success: Schema.Struct({ health: Schema.Array(HealthView) }),
    error: failures(503)
  }),
  HttpApiEndpoint.post("try", "/api/subscriptions/tests", {
    payload: Schema.Struct({
      trigger: Schema.String,
      account: Schema.String,
      target: Schema.Unknown,
      filters: Schema.optionalKey(Schema.Unknown)
    }),
    success: TrialView,
    error: failures(...PROVIDER_STATUSES)
  }),
  HttpApiEndpoint.post("test", "/api/subscriptions/:id/tests", {
    params: id,
    payload: Schema.Struct({
      /** Sends the trigger's example to its receiver, once, marked as a test. */
      send: Schema.optionalKey(Schema.Boolean)
    }),
    success: TrialView,
    error: failures(...PROVIDER_STATUSES)
  }),
  HttpApiEndpoint.get("events", "/api/subscriptions/:id/events", {
    params: id,
    success: Schema.Struct({
      /** The newest of its trigger at its target, newest first. */
      events: Schema.Array(
        Schema.Struct({
          ...eventOfTarget,
          /** The delivery that it led to; `null` where to none. */
          delivery: Schema.NullOr(Schema.String),
          state: Schema.NullOr(Schema.String),
          /** Why it started nobody. */
          why: Schema.NullOr(Schema.String)
        })
      )
    }),
    error: failures(404, 503)
  }),
  HttpApiEndpoint.patch("change", "/api/subscriptions/:id", {
    params: id,
    payload: Schema.Struct({ enabled: Schema.Boolean }),
    success: SubscriptionView,
    error: failures(404, 503)
  }),
  HttpApiEndpoint.delete("remove", "/api/subscriptions/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  })
) {}

export class HooksGroup extends HttpApiGroup.make("hooks").add(
  HttpApiEndpoint.get("list", "/api/hooks", {
    success: Schema.Struct({ hooks: Schema.Array(HookView) }),
    error: failures(503)
  }),
  HttpApiEndpoint.get("orphans", "/api/hooks/orphans", {
    success: Schema.Struct({
      orphans: Schema.Array(OrphanView),
      /** Places whose hooks could not be read. */
      unread: Schema.Array(Schema.Struct({ account: Schema.String, place: Schema.String, problem: Schema.String }))
    }),
    error: failures(503)
  }),
  HttpApiEndpoint.post("removeOrphan", "/api/hooks/orphans/removals", {
    payload: Schema.Struct({ account: Schema.String, place: Schema.String, id: Schema.String }),
    success: HttpApiSchema.NoContent,
    error: failures(...PROVIDER_STATUSES)
  }),
  HttpApiEndpoint.post("create", "/api/hooks", {
    /** `place` as the plugin names places, such as repos/acme/widgets; `hub` for what another hub sends. */
    payload: Schema.Struct({ account: Schema.String, place: Schema.String }),
    /** Of a place that has one already: that one. */
    success: Schema.Struct({ ...HookView.fields, secret: Schema.String }).pipe(HttpApiSchema.status(201)),
    error: failures(...PROVIDER_STATUSES)
  }),
  HttpApiEndpoint.post("rotate", "/api/hooks/:id/secret", {
    params: id,
    /** The one before counts for another day. */
    success: Schema.Struct({ secret: Schema.String }).pipe(HttpApiSchema.status(201)),
    error: failures(404, 503)
  }),
  HttpApiEndpoint.delete("remove", "/api/hooks/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  })
) {}
