/** Where the hub stores its data: `/api/settings`. Only for callers that manage the hub. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, text } from "./shapes.ts"

export const SettingsView = Schema.Struct({
  version: Schema.String,
  directory: text("The data directory"),
  database: Schema.Literals(["sqlite", "postgres"]),
  key: Schema.Literals(["environment", "file", "none"]).annotate({
    description: "Where the vault's key comes from; `none` until the first secret is stored"
  }),
  url: text("The address at which the hub can be reached")
}).annotate({ identifier: "Settings" })

export class SettingsGroup extends HttpApiGroup.make("settings").add(
  HttpApiEndpoint.get("get", "/api/settings", { success: SettingsView, error: failures(503) }).annotate(
    OpenApi.Summary,
    "Read the hub's settings"
  )
) {}
