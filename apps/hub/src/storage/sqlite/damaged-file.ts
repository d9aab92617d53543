/** Finds a database file that SQLite calls damaged, and renames it. The file is kept unchanged, and never deleted. */
import { renameSync } from "node:fs"
import { basename } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { StorageError } from "@inlay/core-http/StorageError"
import { BUSY, codeOf, DAMAGED } from "@inlay/sql-stores/sqlite/error-code"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { prepare } from "../DataDirectory.ts"
import { look } from "../ownership.ts"

/** Findings about the values of single rows. `damage.ts` handles those, so the file need not be given up. */
const OF_A_ROW = /^(CHECK constraint failed in|NULL value in|non-\w+ value in|\w+ value in) /
const MAX_FINDINGS = 1_000

const isSound = (file: string): boolean => {
  try {
    using database = new DatabaseSync(file, { timeout: 0 })
    const findings = database.prepare(`PRAGMA quick_check(${MAX_FINDINGS})`).all()
    return findings.every(({ quick_check: words }) => words === "ok" || OF_A_ROW.test(String(words)))
  } catch (cause) {
    const code = codeOf(cause)
    if (DAMAGED.has(code)) return false
    // Another program uses the file, so it can be opened.
    if (code === BUSY) return true
    // As on a full disk, where the file cannot be read but is sound.
    throw cause
  }
}

const setAside = (file: string, at: string): string => {
  const to = `${file}.damaged-${at}`
  // Moved together with its write-ahead log, without which it would be an older state.
  for (const end of ["", "-wal", "-shm"]) if (look(file + end) !== undefined) renameSync(file + end, to + end)
  return basename(to)
}

const attempting = <A>(directory: string, act: () => A) =>
  Effect.try({ try: act, catch: (cause) => new StorageError({ operation: `checking ${directory}`, cause }) })

/** Checks the whole database file of a directory, not only the parts that somebody reads. */
export const isFileSound = Effect.fnUntraced(function* (directory: string) {
  const file = yield* prepare(directory)
  return yield* attempting(directory, () => look(file) === undefined || isSound(file))
})

/**
 * Checks the whole file. Returns the name to which a damaged file was moved.
 *
 * @param alone runs before the file is moved, and fails while a server uses it: that would go on with the moved file
 */
export const repairFile = Effect.fnUntraced(function* <E, R>(directory: string, alone: Effect.Effect<unknown, E, R>) {
  const file = yield* prepare(directory)
  if (yield* attempting(directory, () => isSound(file))) return undefined
  yield* alone
  const at = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 19)
  return yield* attempting(directory, () => setAside(file, at.replaceAll(":", "").replaceAll("-", "")))
}, Effect.scoped)
