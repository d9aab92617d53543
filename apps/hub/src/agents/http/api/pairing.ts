/** Pairs browser extensions (`/api/pairing-codes`, `/api/pairings`) and lets them recognise the hub (`/api/hub`). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { GrantSchema } from "../../credentials/grant-text.ts"
import { failures, Moment, text } from "./shapes.ts"
import { ExpiresInDays } from "./tokens.ts"

const hub = {
  service: Schema.Literal("inlay").annotate({ description: "Distinguishes a hub from any other program" }),
  id: text("Stays the same for the lifetime of the hub's database"),
  version: Schema.String,
  protocol: Schema.Int.annotate({
    description:
      "The version of the protocol between hub and extension. On a mismatch, one of the two has to be updated"
  })
}

export const PairingCodeView = Schema.Struct({
  code: Schema.String,
  tokenId: text("The id of the browser's token, which is among the hub's tokens once the code was used"),
  expiresAt: Moment
}).annotate({ identifier: "PairingCode" })

const Nonce = Schema.String.check(Schema.isPattern(/^[0-9a-f]{32,128}$/)).annotate({
  description: "A random number of the extension's choice, in hexadecimal digits, for which the hub gives a `proof`"
})

export class PairingGroup extends HttpApiGroup.make("pairing").add(
  HttpApiEndpoint.get("hub", "/api/hub", {
    query: {
      token: Schema.optionalKey(text("The id of an extension's token")),
      nonce: Schema.optionalKey(Nonce),
      address: Schema.optionalKey(
        text("The origin at which the extension asks, such as `https://hub.example`. The hub refuses any but its own")
      )
    },
    success: Schema.Struct({
      ...hub,
      proof: Schema.optionalKey(Schema.NullOr(Schema.String)).annotate({
        description:
          "HMAC-SHA-256 of the nonce, a space and the address, keyed with the token's SHA-256, in hexadecimal digits; `null` if the hub does not know the token. Only if `token`, `nonce` and `address` are given"
      })
    }).annotate({ identifier: "Hub" }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Prove that this is the hub that a browser extension is paired with"),
  HttpApiEndpoint.post("code", "/api/pairing-codes", {
    payload: Schema.Struct({
      grant: GrantSchema.annotate({ description: "What the browser may use. A browser never manages the hub" }),
      expiresInDays: Schema.optionalKey(ExpiresInDays)
    }),
    /** The code is shown only this once and can be used once. */
    success: PairingCodeView.pipe(HttpApiSchema.status(201)),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Create a code that pairs a browser extension"),
  HttpApiEndpoint.post("pair", "/api/pairings", {
    payload: Schema.Struct({
      code: text("The code that the console shows"),
      browser: text("The browser's name for itself"),
      replaces: Schema.optionalKey(
        text("The browser's token that it will end when it has stored the new one, which has the same name")
      )
    }),
    success: Schema.Struct({
      ...hub,
      token: text("Shown only this once"),
      tokenId: Schema.String,
      name: Schema.String,
      grant: GrantSchema
    })
      .annotate({ identifier: "Pairing" })
      .pipe(HttpApiSchema.status(201)),
    error: failures(409, 410, 429, 503)
  }).annotate(OpenApi.Summary, "Pair a browser extension by its code")
) {}
