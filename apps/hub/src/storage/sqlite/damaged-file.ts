/** A database file that SQLite finds damaged is moved beside itself, as it is, and never deleted. */
import { renameSync } from "node:fs"
import { basename } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { StorageError } from "@inlay/core-http/StorageError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { prepare } from "../DataDirectory.ts"
import { look } from "../ownership.ts"

/** SQLITE_BUSY: somebody uses it, so it opens. */
const BUSY = 5

const codeOf = (cause: unknown): number =>
  typeof cause === "object" && cause !== null && "errcode" in cause ? Number(cause.errcode) & 0xff : 0

/** Of one row's values, which `damage.ts` sees to: no reason to give up the file. */
const OF_A_ROW = /^(CHECK constraint failed in|NULL value in|non-\w+ value in|\w+ value in) /
const MAX_FINDINGS = 1_000

const check = (database: DatabaseSync): boolean => {
  try {
    const findings = database.prepare(`PRAGMA quick_check(${MAX_FINDINGS})`).all()
    return findings.every(({ quick_check: words }) => words === "ok" || OF_A_ROW.test(String(words)))
  } finally {
    database.close()
  }
}

const isSound = (file: string): boolean => {
  try {
    return check(new DatabaseSync(file, { timeout: 0 }))
  } catch (cause) {
    return codeOf(cause) === BUSY
  }
}

const setAside = (file: string, at: string): string => {
  const to = `${file}.damaged-${at}`
  // With its log, without which it would be older.
  for (const end of ["", "-wal", "-shm"]) if (look(file + end) !== undefined) renameSync(file + end, to + end)
  return basename(to)
}

/** Looks through the whole file; gives the name that a damaged one was moved to. */
export const repairFile = (directory: string): Effect.Effect<string | undefined, StorageError> =>
  Effect.flatMap(Effect.all([prepare(directory), Clock.currentTimeMillis]), ([file, now]) =>
    Effect.try({
      try: () =>
        isSound(file)
          ? undefined
          : setAside(file, new Date(now).toISOString().slice(0, 19).replaceAll(":", "").replaceAll("-", "")),
      catch: (cause) => new StorageError({ operation: `repairing ${directory}`, cause })
    })
  )
