/** Hub tokens: `/api/tokens`. Only for callers that manage the hub. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { GrantSchema } from "../../principals/grant-text.ts"
import { failures, Moment } from "./shapes.ts"

const token = {
  id: Schema.String,
  /** `extension` for a paired browser. */
  kind: Schema.Literals(["token", "extension"]),
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
      name: Schema.String,
      grant: Schema.optionalKey(GrantSchema).annotate({ description: "Everything but managing, by default" }),
      expiresInDays: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(3650)))
    }),
    /** `text` is the token itself, shown only this once. */
    success: Schema.Struct({ ...token, text: Schema.String }).pipe(HttpApiSchema.status(201)),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Create a hub token, which is shown only once"),
  HttpApiEndpoint.delete("revoke", "/api/tokens/:id", {
    params: { id: Schema.String },
    success: HttpApiSchema.NoContent,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Revoke a hub token")
) {}
