/** What somebody listens to without a subscription: `/api/watches`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"

import { failures, PROVIDER_STATUSES, strings } from "./shapes.ts"

export class WatchesGroup extends HttpApiGroup.make("watches").add(
  /** The hub asks for these events for three minutes; a listener says once a minute that it is still there. */
  HttpApiEndpoint.post("keep", "/api/watches", {
    payload: Schema.Struct({
      trigger: Schema.String,
      /** `plugin/name`; may be left out where there is exactly one. */
      account: Schema.optionalKey(Schema.String),
      target: Schema.Unknown
    }),
    /** `ways` are how its events can come, best first; `place` is what `/api/events` calls the target. */
    success: Schema.Struct({ account: Schema.String, place: Schema.String, ways: strings }),
    error: failures(...PROVIDER_STATUSES)
  })
) {}
