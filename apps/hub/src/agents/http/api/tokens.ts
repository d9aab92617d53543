/** Hub tokens: `/api/tokens`. Only for callers that manage the hub. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { GrantSchema } from "../../credentials/grant-text.ts"
import { failures, Moment, text } from "./shapes.ts"

export const ExpiresInDays = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(3650)).annotate({
  description: "After how many days it stops working; never, by default"
})

const token = {
  id: Schema.String,
  kind: Schema.Literals(["token", "extension"]).annotate({ description: "`extension` for a paired browser" }),
  name: Schema.String,
  grant: GrantSchema,
  createdAt: Moment,
  expiresAt: Schema.NullOr(Moment),
  lastUsedAt: Schema.NullOr(Moment)
}

export const TokenView = Schema.Struct(token).annotate({ identifier: "Token" })

export class TokensGroup extends HttpApiGroup.make("tokens").add(
  HttpApiEndpoint.get("list", "/api/tokens", {
    success: Schema.Struct({ tokens: Schema.Array(TokenView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the hub tokens"),
  HttpApiEndpoint.post("create", "/api/tokens", {
    payload: Schema.Struct({
      name: text("What the token is for"),
      grant: Schema.optionalKey(GrantSchema).annotate({
        description: "What it may use. Everything but managing, by default"
      }),
      expiresInDays: Schema.optionalKey(ExpiresInDays)
    }),
    success: Schema.Struct({ ...token, text: text("The token itself, shown only this once") }).pipe(
      HttpApiSchema.status(201)
    ),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Create a hub token, which is shown only once"),
  HttpApiEndpoint.delete("revoke", "/api/tokens/:id", {
    params: { id: text("The token's id") },
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Revoke a hub token")
) {}
