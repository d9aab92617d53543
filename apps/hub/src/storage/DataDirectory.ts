/**
 * Where the hub keeps its file: one directory, readable by its owner alone. Opens nothing and reads no content.
 */
import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from "node:fs"
import { join, resolve } from "node:path"

import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

export interface Surroundings {
  /** `--data`, where it was given. */
  readonly asked: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
}

const given = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === "" ? undefined : value

/** `--data`, else `INLAY_DATA`, else the platform's place for a program's data. */
export const locate = ({ asked, env, platform, home }: Surroundings): string => {
  const chosen = given(asked) ?? given(env["INLAY_DATA"])
  if (chosen !== undefined) return resolve(chosen)
  if (platform === "darwin") return join(home, "Library", "Application Support", "Inlay")
  if (platform === "win32") return join(given(env["APPDATA"]) ?? join(home, "AppData", "Roaming"), "Inlay")
  return join(given(env["XDG_DATA_HOME"]) ?? join(home, ".local", "share"), "inlay")
}

export const databaseFile = (directory: string): string => join(directory, "inlay.db")

const OWNER_ONLY_DIRECTORY = 0o700
const OWNER_ONLY_FILE = 0o600
const OTHERS = 0o077

const makeReady = (directory: string): string => {
  mkdirSync(directory, { recursive: true, mode: OWNER_ONLY_DIRECTORY })
  accessSync(directory, constants.W_OK | constants.X_OK)
  const file = databaseFile(directory)
  // Created before SQLite does it, which would ask the umask; its -wal and -shm files take over the file's mode.
  closeSync(openSync(file, "a", OWNER_ONLY_FILE))
  if ((statSync(file).mode & OTHERS) !== 0) chmodSync(file, OWNER_ONLY_FILE)
  return file
}

/** Creates the directory and an empty database file where they are missing; gives the file. */
export const prepare = (directory: string): Effect.Effect<string, StorageError> =>
  Effect.try({
    try: () => makeReady(directory),
    catch: (cause) => new StorageError({ operation: `opening ${directory}`, cause })
  })
