/**
 * The data directory of the hub's files, which only its owner can read and write. Whatever another user could have put
 * there is rejected before it is opened. Reads no contents.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  statSync
} from "node:fs"
import { basename, dirname, join } from "node:path"

import type { Remedy } from "@inlay/core-http/Remedy"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { codeOf } from "../error-code.ts"
import { faultOfDirectory, faultOfFile, faultOfLink, look, type Fault } from "./ownership.ts"
import { databaseFile, keyFile } from "./paths.ts"

/** The rate-limit state that programs share. It may be deleted. */
export const limitsFile = (directory: string): string => join(directory, "limits.db")

/** The file that the directory's one server locks for as long as it runs. */
const serverFile = (directory: string): string => join(directory, "server.db")

/** The file in which that server writes its address. */
export const serverNote = (directory: string): string => join(directory, "server.json")

const OWNER_ONLY_DIRECTORY = 0o700
const OWNER_ONLY_FILE = 0o600
const OTHERS = 0o077

/** The suffixes of the files that SQLite keeps beside a database. */
const BESIDE = ["-wal", "-shm", "-journal"]

/** Whether the directory has a database, or anything in its place. Throws if it cannot be looked into. */
export const isUsed = (directory: string): boolean => look(databaseFile(directory)) !== undefined

class Unfit extends Error {
  readonly remedy: Remedy
  constructor({ what, remedy }: Fault) {
    super(what)
    this.remedy = remedy
  }
}

const check = (fault: Fault | undefined): void => {
  if (fault !== undefined) throw new Unfit(fault)
}

/**
 * Creates a directory and its parents one by one. Node's recursive `mkdir` loops forever if a level exists but cannot
 * contain directories, as below `/proc` (https://github.com/openclaw/openclaw/issues/130807 shows the consequences).
 */
const makeLevels = (directory: string): void => {
  if (existsSync(directory)) return
  makeLevels(dirname(directory))
  try {
    mkdirSync(directory, OWNER_ONLY_DIRECTORY)
  } catch (cause) {
    // Another program may have created it just now.
    if (!existsSync(directory)) throw cause
  }
}

/** Throws if the path is not a regular file, or is one that another user could change. A missing file is accepted. */
export const checkFile = (file: string): void => {
  const stats = look(file)
  if (stats !== undefined) check(faultOfFile(file, stats))
}

/** Errors of the file system that say that this user may not do that here. */
const NOT_ALLOWED: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"])

const remedyOf = (cause: unknown): Remedy | undefined => {
  if (cause instanceof Unfit) return cause.remedy
  if (!NOT_ALLOWED.has(codeOf(cause))) return undefined
  return {
    to: "read",
    text: "Run this as the user who may read and write it, or give another one with --data DIR or INLAY_DATA."
  }
}

/**
 * Converts an error from using a directory or file to a `StorageError`, with its remedy if it has one.
 * @param operation what was attempted
 */
export const unusable =
  (operation: string) =>
  (cause: unknown): StorageError => {
    const remedy = remedyOf(cause)
    return new StorageError({ operation, cause, ...(remedy !== undefined && { remedy }) })
  }

/** Creates the directory if it is missing. Throws if another user could change its contents. */
export const makeDirectory = (directory: string): void => {
  // Check a link before creating anything at its target.
  const there = look(directory)
  if (there === undefined) makeLevels(directory)
  else check(faultOfLink(directory, there))
  check(faultOfDirectory(directory, statSync(directory)))
  accessSync(directory, constants.W_OK | constants.X_OK)
}

/**
 * Creates a file, or takes it from others. Not for a file of the owner alone: on POSIX, closing it here would end the
 * locks that this process holds on it.
 */
const makeOwnersAlone = (file: string): void => {
  // Created before SQLite does it, which would apply the umask. The -wal and -shm files inherit the file's mode.
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY, OWNER_ONLY_FILE)
  try {
    const stats = fstatSync(descriptor)
    check(faultOfFile(file, stats))
    if ((stats.mode & OTHERS) !== 0) fchmodSync(descriptor, OWNER_ONLY_FILE)
  } finally {
    closeSync(descriptor)
  }
}

const makeReady = (directory: string, file: string): string => {
  makeDirectory(directory)
  for (const name of [file, ...BESIDE.map((end) => file + end)]) checkFile(name)
  const there = look(file)
  if (there === undefined || (there.mode & OTHERS) !== 0) makeOwnersAlone(file)
  else accessSync(file, constants.R_OK | constants.W_OK)
  return file
}

const ready = (directory: string, file: string): Effect.Effect<string, StorageError> =>
  Effect.try({ try: () => makeReady(directory, file), catch: unusable(`opening ${directory}`) })

/** How long a program may take to write to the file that it has created. */
const CREATING_MILLIS = 10_000

/** Throws if the database is empty beside the key of one that was not, as after a backup that failed. */
const checkNotEmptied = (directory: string): void => {
  const file = databaseFile(directory)
  const there = look(file)
  if (there?.size !== 0 || Date.now() - there.mtimeMs < CREATING_MILLIS) return
  if (look(keyFile(directory)) === undefined) return
  throw new Unfit({
    what: `${file} is empty, although there is a ${basename(keyFile(directory))} beside it`,
    remedy: { to: "read", text: "Put a backup in its place, or delete the empty file to begin with nothing." }
  })
}

/** Creates the directory and an empty database file if they are missing. Returns the file's path. */
export const prepare = (directory: string): Effect.Effect<string, StorageError> =>
  Effect.andThen(
    Effect.try({ try: () => checkNotEmptied(directory), catch: unusable(`opening ${directory}`) }),
    ready(directory, databaseFile(directory))
  )

/** The same for the file of the shared rate limits. */
export const prepareLimits = (directory: string): Effect.Effect<string, StorageError> =>
  ready(directory, limitsFile(directory))

/** The same for the file that the directory's one server locks. */
export const prepareServer = (directory: string): Effect.Effect<string, StorageError> =>
  ready(directory, serverFile(directory))
