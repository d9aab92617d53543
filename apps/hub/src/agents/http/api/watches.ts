/** Listening to events without a subscription: `/api/watches`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, PROVIDER_STATUSES, strings } from "./shapes.ts"

export class WatchesGroup extends HttpApiGroup.make("watches").add(
  /**
   * The hub watches for these events for three minutes. A listener repeats this call once a minute to keep the watch.
   */
  HttpApiEndpoint.post("keep", "/api/watches", {
    payload: Schema.Struct({
      trigger: Schema.String,
      /** `plugin/name`; may be omitted if there is exactly one. */
      account: Schema.optionalKey(Schema.String),
      target: Schema.Unknown
    }),
    /** `ways` says how events can arrive, best first. `place` is the target's name in `/api/events`. */
    success: Schema.Struct({ account: Schema.String, place: Schema.String, ways: strings }),
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Receive events for three minutes without a subscription")
) {}
