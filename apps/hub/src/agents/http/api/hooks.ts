/** The webhooks that receive events: `/api/hooks`. Only for callers that manage the hub. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, flag, Moment, PROVIDER_STATUSES, strings, text } from "./shapes.ts"

const account = text("`plugin/name`")
const place = text("As the plugin names places, such as repos/acme/widgets")

export const OrphanView = Schema.Struct({
  account,
  place,
  id: text("The id that the service gave the hook"),
  url: text("The address that the hook sends to, without the hook's id"),
  events: strings,
  active: Schema.Boolean,
  ownAddress: flag(
    "True if the hook sends to this hub's own address, so nothing else needs it. Otherwise it may be another hub's"
  )
}).annotate({ identifier: "OrphanedHook" })

const HookView = Schema.Struct({
  id: Schema.String,
  account,
  place,
  url: text("The address that the service sends to"),
  createdAt: Moment,
  problem: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Hook" })

const id = { id: text("The hook's id, as the list gives it") }

export class HooksGroup extends HttpApiGroup.make("hooks").add(
  HttpApiEndpoint.get("list", "/api/hooks", {
    success: Schema.Struct({ hooks: Schema.Array(HookView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the webhooks that services send to"),
  HttpApiEndpoint.get("orphans", "/api/hooks/orphans", {
    success: Schema.Struct({
      orphans: Schema.Array(OrphanView),
      unread: Schema.Array(Schema.Struct({ account, place, problem: Schema.String })).annotate({
        description: "Places whose hooks could not be listed"
      })
    }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List webhooks at the services that nothing needs any more"),
  HttpApiEndpoint.post("removeOrphan", "/api/hooks/orphans/removals", {
    payload: Schema.Struct({ account, place, id: OrphanView.fields.id }),
    success: HttpApiSchema.NoContent,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Remove an orphaned webhook from its service"),
  HttpApiEndpoint.post("create", "/api/hooks", {
    payload: Schema.Struct({
      account,
      place: text("As the plugin names places, such as repos/acme/widgets; `hub` for events from another hub")
    }),
    /** If the place already has a hook, that hook is returned. */
    success: Schema.Struct({
      ...HookView.fields,
      secret: text("Verifies the service's deliveries: enter it there, too")
    }).pipe(HttpApiSchema.status(201)),
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Create a webhook to be entered at a service by hand"),
  HttpApiEndpoint.post("rotate", "/api/hooks/:id/secret", {
    params: id,
    success: Schema.Struct({ secret: text("The previous secret remains valid for another day") }).pipe(
      HttpApiSchema.status(201)
    ),
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Replace a webhook's secret"),
  HttpApiEndpoint.delete("remove", "/api/hooks/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Delete a webhook of the hub, also at its service if the hub created it there")
) {}
