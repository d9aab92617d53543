/** Pairs browser extensions (`/api/pairing-codes`, `/api/pairings`) and lets them recognise the hub (`/api/hub`). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { GrantSchema } from "../../principals/grant-text.ts"
import { failures, Moment } from "./shapes.ts"

const hub = {
  /** Distinguishes a hub from any other program. */
  service: Schema.Literal("inlay"),
  /** Stays the same for the lifetime of the hub's database. */
  id: Schema.String,
  version: Schema.String,
  /** The version of the protocol between hub and extension. On a mismatch, one of the two has to be updated. */
  protocol: Schema.Int
}

export const PairingCodeView = Schema.Struct({ code: Schema.String, expiresAt: Moment }).annotate({
  identifier: "PairingCode"
})

/** The nonce of the proof below, in hexadecimal digits. */
const Nonce = Schema.String.check(Schema.isPattern(/^[0-9a-f]{32,128}$/))

export class PairingGroup extends HttpApiGroup.make("pairing").add(
  HttpApiEndpoint.get("hub", "/api/hub", {
    query: {
      /** The id of an extension's token. */
      token: Schema.optionalKey(Schema.String),
      nonce: Schema.optionalKey(Nonce)
    },
    success: Schema.Struct({
      ...hub,
      /**
       * HMAC-SHA-256 of the nonce, keyed with the token's SHA-256, in hexadecimal digits; `null` if the hub does not
       * know the token.
       */
      proof: Schema.optionalKey(Schema.NullOr(Schema.String))
    }).annotate({ identifier: "Hub" }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Prove that this is the hub that a browser extension is paired with"),
  HttpApiEndpoint.post("code", "/api/pairing-codes", {
    payload: Schema.Struct({
      /** What the browser may use. A browser never manages the hub. */
      grant: GrantSchema,
      expiresInDays: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(3650)))
    }),
    /** The code is shown only this once and can be used once. */
    success: PairingCodeView.pipe(HttpApiSchema.status(201)),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Create a code that pairs a browser extension"),
  HttpApiEndpoint.post("pair", "/api/pairings", {
    payload: Schema.Struct({
      code: Schema.String,
      /** The browser's name for itself. */
      browser: Schema.String
    }),
    /** `token` is shown only this once. */
    success: Schema.Struct({
      ...hub,
      token: Schema.String,
      tokenId: Schema.String,
      name: Schema.String,
      grant: GrantSchema
    })
      .annotate({ identifier: "Pairing" })
      .pipe(HttpApiSchema.status(201)),
    error: failures(409, 410, 429, 503)
  }).annotate(OpenApi.Summary, "Pair a browser extension by its code")
) {}
