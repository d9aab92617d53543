/** Unknown charges: `/api/charges`. Limited to the caller's own requests, unless the caller manages the hub. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, Moment, strings } from "./shapes.ts"

export const ChargeView = Schema.Struct({
  id: Schema.String,
  /** `plugin/name`. */
  account: Schema.String,
  operation: Schema.String,
  keys: strings,
  since: Moment,
  /** Credits; `null` if the account had no price for the lookup. */
  mayHaveCost: Schema.NullOr(Schema.Finite)
}).annotate({ identifier: "Charge" })

export class ChargesGroup extends HttpApiGroup.make("charges").add(
  HttpApiEndpoint.get("list", "/api/charges", {
    /** Oldest first. */
    success: Schema.Struct({ charges: Schema.Array(ChargeView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the charges that may have happened"),
  HttpApiEndpoint.post("settle", "/api/charges/:id", {
    params: { id: Schema.String },
    payload: Schema.Struct({
      /** Credits, as shown in the provider's log; 0 if the lookup was not charged. */
      charged: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(MAX_CREDITS))
    }),
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Settle an unknown charge with what it really cost")
) {}
