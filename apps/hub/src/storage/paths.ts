/** Where programs on this machine keep their data. Imports nothing heavy, because shell completion uses it too. */
import { dirname, join, resolve } from "node:path"

import { filePath } from "../file-path.ts"

export interface LocationOptions {
  /** The value of `--data`, if given. */
  readonly asked: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Asked only if the directory is in it: a user of a container may have no home, and then it throws. */
  readonly home: () => string
}

const nonEmpty = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === "" ? undefined : value

/** `--data`, else `INLAY_DATA`, else the platform's directory for application data. */
export const locate = ({ asked, env, platform, home }: LocationOptions): string => {
  const path = nonEmpty(asked) ?? nonEmpty(env["INLAY_DATA"])
  if (path !== undefined) return resolve(filePath(path, home))
  if (platform === "darwin") return join(home(), "Library", "Application Support", "Inlay")
  if (platform === "win32") return join(nonEmpty(env["APPDATA"]) ?? join(home(), "AppData", "Roaming"), "Inlay")
  return join(nonEmpty(env["XDG_DATA_HOME"]) ?? join(home(), ".local", "share"), "inlay")
}

export const databaseFile = (directory: string): string => join(directory, "inlay.db")

/** The key that seals what is stored, unless a variable has it. */
export const keyFile = (directory: string): string => join(directory, "secret.key")

/** The directory beside the database for deliveries that were answered but not processed yet. */
export const deliveriesOf = (database: string): string => join(dirname(database), "deliveries")
