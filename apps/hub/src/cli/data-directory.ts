/** The data directory of a command line: `--data`, else `INLAY_DATA`, else the platform's own. */
import { homedir } from "node:os"

import * as Effect from "effect/Effect"

import { wrongField } from "../hub-error.ts"
import { locate } from "../storage/paths.ts"
import { Settings } from "./settings.ts"

const noHomeDirectory = wrongField("storage", "--data", "or INLAY_DATA is required: this user has no home directory")

export const dataDirectory = Effect.flatMap(Settings, ({ data }) =>
  Effect.try({
    try: () => locate({ asked: data, env: process.env, platform: process.platform, home: homedir }),
    catch: () => noHomeDirectory
  })
)
