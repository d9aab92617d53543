/** `/api/settings`: where the hub stores its data. Of the key, it reveals only the source. */
import { existsSync } from "node:fs"

import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { VARIABLE } from "../../../accounts/vault/secret-key.ts"
import { ServedAt } from "../../../serving/ServedAt.ts"
import { ServedDirectory } from "../../../serving/ServedDirectory.ts"
import { keyFile } from "../../../storage/paths.ts"
import { version } from "../../../version.ts"
import { manager } from "../../run-as/CurrentPrincipal.ts"
import { Api } from "../api/Api.ts"
import { answering } from "../failure.ts"

const keySource = (directory: string) => {
  if ((process.env[VARIABLE] ?? "").trim() !== "") return "environment" as const
  return existsSync(keyFile(directory)) ? ("file" as const) : ("none" as const)
}

const get = Effect.gen(function* () {
  yield* manager("settings")
  const { directory } = yield* ServedDirectory
  const { dialect: database } = yield* Database
  const { url } = yield* ServedAt
  return { version, directory, database, key: keySource(directory), url }
})

export const layer = HttpApiBuilder.group(Api, "settings", (handlers) =>
  handlers.handleAll({ get: () => answering(get) })
)
