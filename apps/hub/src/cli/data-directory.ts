/** The data directory of a command line: `--data`, else `INLAY_DATA`, else the platform's own. */
import { homedir } from "node:os"

import * as Effect from "effect/Effect"

import { locate } from "../storage/paths.ts"
import { Settings } from "./settings.ts"

export const dataDirectory = Effect.map(Settings, ({ data }) =>
  locate({ asked: data, env: process.env, platform: process.platform, home: homedir() })
)
