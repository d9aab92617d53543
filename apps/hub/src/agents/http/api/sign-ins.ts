/** Account sign-ins: begun by the console and finished by the provider's callback. `/api/sign-ins`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { AccountView } from "./accounts.ts"
import { Values } from "./connections.ts"
import { Failure, failures, flag, Moment, PROVIDER_STATUSES, text } from "./shapes.ts"

export const SignInView = Schema.Struct({
  id: Schema.String,
  way: Schema.Literals(["browser", "device"]),
  state: Schema.Literals(["waiting", "done", "failed"]),
  expiresAt: Moment,
  url: Schema.optionalKey(text("For a sign-in in a browser: the address to open")),
  userCode: Schema.optionalKey(text("For a sign-in by device: the code to enter")),
  verificationUri: Schema.optionalKey(text("For a sign-in by device: where to enter the code")),
  account: Schema.optionalKey(AccountView).annotate({ description: "Present once the sign-in is done" }),
  error: Schema.optionalKey(Failure.fields.error).annotate({ description: "Present if the sign-in failed" })
}).annotate({ identifier: "SignIn" })

const id = { id: text("The sign-in's id") }

export class SignInsGroup extends HttpApiGroup.make("signIns").add(
  HttpApiEndpoint.post("begin", "/api/sign-ins", {
    payload: Schema.Struct({
      plugin: text("The plugin's id, as GET /api/plugins lists it"),
      kind: text("The kind of account, one with `signIn`"),
      name: Schema.optionalKey(text("The account's name; main, by default")),
      values: Schema.optionalKey(Values),
      way: Schema.optionalKey(Schema.Literals(["browser", "device"])).annotate({
        description: "Default: browser, if the service supports it; only from the console, whose browser must return"
      }),
      replace: Schema.optionalKey(flag("Replace the account of that name, keeping settings that are not given"))
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
