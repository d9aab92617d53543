/**
 * Where the hub keeps its file: one directory that its owner alone can read and write. What anybody else could have put
 * there is refused before it is opened. Reads no content.
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
import { dirname, join } from "node:path"

import type { Remedy } from "@inlay/core-http/Remedy"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { faultOfDirectory, faultOfFile, faultOfLink, look, type Fault } from "./ownership.ts"
import { databaseFile } from "./places.ts"

/** What programs share of their providers' limits; anybody may delete it. */
export const limitsFile = (directory: string): string => join(directory, "limits.db")

/** What the one server of a directory holds as long as it lives. */
const serverFile = (directory: string): string => join(directory, "server.db")

/** Where that server says its address. */
export const serverNote = (directory: string): string => join(directory, "server.json")

const OWNER_ONLY_DIRECTORY = 0o700
const OWNER_ONLY_FILE = 0o600
const OTHERS = 0o077

/** What SQLite keeps beside a database. */
const BESIDE = ["-wal", "-shm", "-journal"]

/** Whether a directory has a database, or anything in its place. */
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
 * With what leads to it, one level after another: Node's own way tries for ever where a level exists and takes no
 * directory, as below `/proc` (https://github.com/openclaw/openclaw/issues/130807 has what happens then).
 */
const makeLevels = (directory: string): void => {
  if (existsSync(directory)) return
  makeLevels(dirname(directory))
  try {
    mkdirSync(directory, OWNER_ONLY_DIRECTORY)
  } catch (cause) {
    // Another program may have made it just now.
    if (!existsSync(directory)) throw cause
  }
}

/** Throws where it is no file, or one that somebody else could change; there may be none. */
export const checkFile = (file: string): void => {
  const stats = look(file)
  if (stats !== undefined) check(faultOfFile(file, stats))
}

/** What was thrown at using a directory or file, with the remedy where there is one. @param operation what was tried */
export const unusable =
  (operation: string) =>
  (cause: unknown): StorageError =>
    new StorageError({ operation, cause, ...(cause instanceof Unfit && { remedy: cause.remedy }) })

/** Makes the directory where it is missing; throws where somebody else could change what is in it. */
export const makeDirectory = (directory: string): void => {
  // A link is looked at before anything is made where it leads.
  const there = look(directory)
  if (there === undefined) makeLevels(directory)
  else check(faultOfLink(directory, there))
  check(faultOfDirectory(directory, statSync(directory)))
  accessSync(directory, constants.W_OK | constants.X_OK)
}

const makeReady = (directory: string, file: string): string => {
  makeDirectory(directory)
  for (const name of [file, ...BESIDE.map((end) => file + end)]) checkFile(name)
  // Created before SQLite does it, which would ask the umask; its -wal and -shm files take over the file's mode.
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_WRONLY, OWNER_ONLY_FILE)
  try {
    const stats = fstatSync(descriptor)
    check(faultOfFile(file, stats))
    if ((stats.mode & OTHERS) !== 0) fchmodSync(descriptor, OWNER_ONLY_FILE)
  } finally {
    closeSync(descriptor)
  }
  return file
}

const ready = (directory: string, file: string): Effect.Effect<string, StorageError> =>
  Effect.try({ try: () => makeReady(directory, file), catch: unusable(`opening ${directory}`) })

/** Creates the directory and an empty database file where they are missing; gives the file. */
export const prepare = (directory: string): Effect.Effect<string, StorageError> =>
  ready(directory, databaseFile(directory))

/** The same for the file of the shared limits. */
export const prepareLimits = (directory: string): Effect.Effect<string, StorageError> =>
  ready(directory, limitsFile(directory))

/** The same for the file that the directory's one server holds. */
export const prepareServer = (directory: string): Effect.Effect<string, StorageError> =>
  ready(directory, serverFile(directory))
