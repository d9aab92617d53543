/** The data directory of a command line: `--data`, else `INLAY_DATA`, else the platform's own. */
import { homedir } from "node:os"

import * as Effect from "effect/Effect"

import { wrongField } from "../hub-error.ts"
import { locate } from "../storage/paths.ts"
import { isUsed } from "../storage/StorageLocation.ts"
import { Settings } from "./settings.ts"

const noHomeDirectory = wrongField("storage", "--data", "or INLAY_DATA is required: this user has no home directory")

export const dataDirectory = Effect.flatMap(Settings, ({ data }) =>
  Effect.try({
    try: () => locate({ asked: data, env: process.env, platform: process.platform, home: homedir }),
    catch: () => noHomeDirectory
  })
)

/** Whether anything is stored there. Commands that only read do not create the directory. */
export const isDirectoryUsed = Effect.flatMap(dataDirectory, isUsed)

/** Runs an effect that reads what is stored. Its result is another value if nothing is. */
export const ifStored = <A, B, E, R>(reading: Effect.Effect<A, E, R>, otherwise: B) =>
  Effect.flatMap(isDirectoryUsed, (isThere): Effect.Effect<A | B, E, R> =>
    isThere ? reading : Effect.succeed(otherwise)
  )
