/** Account sign-ins: begun by the console and finished by the provider's callback. `/api/sign-ins`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { AccountView } from "./accounts.ts"
import { Values } from "./connections.ts"
import { Failure, failures, Moment, PROVIDER_STATUSES } from "./shapes.ts"

export const SignInView = Schema.Struct({
  id: Schema.String,
  way: Schema.Literals(["browser", "device"]),
  state: Schema.Literals(["waiting", "done", "failed"]),
  expiresAt: Moment,
  /** For a sign-in in a browser: the address to open. */
  url: Schema.optionalKey(Schema.String),
  /** For a sign-in by device: the code to enter, and where to enter it. */
  userCode: Schema.optionalKey(Schema.String),
  verificationUri: Schema.optionalKey(Schema.String),
  /** Present once the sign-in is done. */
  account: Schema.optionalKey(AccountView),
  /** Present if the sign-in failed. */
  error: Schema.optionalKey(Failure.fields.error)
}).annotate({ identifier: "SignIn" })

const id = { id: Schema.String }

export class SignInsGroup extends HttpApiGroup.make("signIns").add(
  HttpApiEndpoint.post("begin", "/api/sign-ins", {
    payload: Schema.Struct({
      plugin: Schema.String,
      kind: Schema.String,
      name: Schema.optionalKey(Schema.String),
      values: Schema.optionalKey(Values),
      way: Schema.optionalKey(Schema.Literals(["browser", "device"])).annotate({
        description: "Default: browser, if the service supports it; only from the console, whose browser must return"
      }),
      replace: Schema.optionalKey(Schema.Boolean).annotate({
        description: "Replace the account of that name, keeping settings that are not given"
      })
    }),
    success: SignInView.pipe(HttpApiSchema.status(201)),
    error: failures(...PROVIDER_STATUSES)
  }).annotate(OpenApi.Summary, "Begin a sign-in to an account"),
  HttpApiEndpoint.get("state", "/api/sign-ins/:id", { params: id, success: SignInView, error: failures(404) }).annotate(
    OpenApi.Summary,
    "Read how far a sign-in has come"
  ),
  HttpApiEndpoint.delete("giveUp", "/api/sign-ins/:id", {
    params: id,
    success: HttpApiSchema.NoContent,
    error: failures(404)
  }).annotate(OpenApi.Summary, "Cancel a sign-in")
) {}
