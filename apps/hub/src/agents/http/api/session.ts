/** The caller's identity, and the console's sign-in and sign-out: `/api/session`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { GrantSchema } from "../../credentials/grant-text.ts"
import { failures, text } from "./shapes.ts"

const principal = {
  principal: Schema.Struct({
    id: Schema.String,
    kind: Schema.Literals(["local", "console", "token", "agent", "extension"]),
    name: Schema.String
  }),
  grant: GrantSchema,
  version: Schema.String
}

export class SessionGroup extends HttpApiGroup.make("session").add(
  HttpApiEndpoint.get("get", "/api/session", { success: Schema.Struct(principal), error: failures() }).annotate(
    OpenApi.Summary,
    "Read who the caller is and what it may use"
  ),
  HttpApiEndpoint.post("open", "/api/session", {
    /** The response sets the cookie. */
    payload: Schema.Struct({ link: text("The secret of a link that `inlay console` printed: what follows its `#`") }),
    success: Schema.Struct(principal).pipe(HttpApiSchema.status(201)),
    error: failures(503)
  }).annotate(OpenApi.Summary, "Sign in to the console with the secret of a sign-in link"),
  HttpApiEndpoint.delete("end", "/api/session", { success: HttpApiSchema.NoContent, error: failures(503) }).annotate(
    OpenApi.Summary,
    "Sign out of the console"
  ),
  HttpApiEndpoint.delete("endOthers", "/api/session/others", {
    success: Schema.Struct({
      ended: Schema.Int.annotate({ description: "How many browsers were signed out" })
    }),
    error: failures(503)
  }).annotate(
    OpenApi.Summary,
    "Sign all other browsers out of the console, and void the sign-in links that were not used yet"
  )
) {}
