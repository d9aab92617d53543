/** Unknown charges: `/api/charges`. Limited to the caller's own requests, unless the caller manages the hub. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, Moment, strings, text } from "./shapes.ts"

/** A paid lookup whose answer was lost. */
export const unknownCharge = {
  id: text("Settle it with `POST /api/charges/{id}`"),
  operation: Schema.String,
  keys: strings.annotate({ description: "What was looked up" }),
  since: Moment,
  mayHaveCost: Schema.NullOr(Schema.Finite).annotate({
    description: "Credits; `null` if the account had no price for the lookup"
  })
}

const ChargeView = Schema.Struct({ account: text("`plugin/name`"), ...unknownCharge }).annotate({
  identifier: "Charge"
})

export class ChargesGroup extends HttpApiGroup.make("charges").add(
  HttpApiEndpoint.get("list", "/api/charges", {
    success: Schema.Struct({ charges: Schema.Array(ChargeView).annotate({ description: "Oldest first" }) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the charges that may have happened"),
  HttpApiEndpoint.post("settle", "/api/charges/:id", {
    params: { id: text("The charge's id") },
    payload: Schema.Struct({
      charged: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(MAX_CREDITS)).annotate({
        description: "Credits, as shown in the provider's log; 0 if the lookup was not charged"
      })
    }),
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Settle an unknown charge with what it really cost")
) {}
