/** Listening to events without a subscription: `/api/watches`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, json, PROVIDER_STATUSES, strings, text } from "./shapes.ts"

export class WatchesGroup extends HttpApiGroup.make("watches").add(
  /**
   * The hub watches for these events for three minutes. A listener repeats this call once a minute to keep the watch.
   */
  HttpApiEndpoint.post("keep", "/api/watches", {
    payload: Schema.Struct({
      trigger: text("The trigger's id, as GET /api/triggers lists it"),
      account: Schema.optionalKey(text("`plugin/name`; may be omitted if there is exactly one")),
      target: json("What to watch, such as a repository. Must match the trigger's targetSchema")
    }),
    success: Schema.Struct({
      account: text("`plugin/name`"),
      place: text("The target's name in `/api/events`"),
      ways: strings.annotate({ description: "How events can arrive, best first, in words" })
    }),
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Receive events for three minutes without a subscription")
) {}
