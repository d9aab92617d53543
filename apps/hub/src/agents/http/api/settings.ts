/** Where the hub keeps what it has, for who manages: `/api/settings`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"

import { failures } from "./shapes.ts"

export const SettingsView = Schema.Struct({
  version: Schema.String,
  /** The data directory. */
  directory: Schema.String,
  database: Schema.Literals(["sqlite", "postgres"]),
  /** Where the key of the vault comes from; `none` before the first secret is stored. */
  key: Schema.Literals(["environment", "file", "none"]),
  /** Under which address the hub says that it is reached. */
  url: Schema.String
}).annotate({ identifier: "Settings" })

export class SettingsGroup extends HttpApiGroup.make("settings").add(
  HttpApiEndpoint.get("get", "/api/settings", { success: SettingsView, error: failures(503) })
) {}
