/**
 * The files of a journal, by their numbers: none is used twice, whatever was deleted. They lie in a directory of their own
 * that is the user's alone, like the files; one that somebody else put there is refused.
 */
import { randomBytes } from "node:crypto"
import { constants, readdirSync, statSync } from "node:fs"
import { mkdir, open, rm, writeFile, type FileHandle } from "node:fs/promises"
import { dirname, join } from "node:path"

import { checkFile, makeDirectory } from "../../../storage/DataDirectory.ts"
import { look } from "../../../storage/ownership.ts"
import { MARKER_BYTES } from "./record.ts"

export interface JournalFile {
  readonly number: number
  readonly path: string
  readonly marker: Buffer
  /** As far as it may be read: up to here it is on the disk. */
  end: number
  /** More may be written to it. */
  isOpen: boolean
}

/** Up to where a journal was read: everything before this file, and this one up to the offset. */
export interface Position {
  readonly file: number
  readonly offset: number
}

const NAME = /^(\d{1,15})-([\da-f]{16})\.journal$/
const DAMAGED = "damaged"
const OWNER_ONLY_FILE = 0o600
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** What the directory's own entries say is on the disk once this is done. */
const syncDirectory = async (directory: string): Promise<void> => {
  // Windows opens no directories, and writes their entries at once.
  if (process.platform === "win32") return
  const handle = await open(directory, O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Those that were written before, oldest first; throws what is wrong with one of them. */
export const listFiles = (directory: string): ReadonlyArray<JournalFile> => {
  if (look(directory) === undefined) return []
  makeDirectory(directory)
  return readdirSync(directory)
    .flatMap((name): ReadonlyArray<JournalFile> => {
      const [, number, marker] = NAME.exec(name) ?? []
      if (number === undefined || marker === undefined) return []
      const path = join(directory, name)
      checkFile(path)
      const end = statSync(path).size
      return [{ number: Number(number), path, marker: Buffer.from(marker, "hex"), end, isOpen: false }]
    })
    .sort((a, b) => a.number - b.number)
}

/** A new file, open to be written; it is there after a power failure, too. */
export const createFile = async (directory: string, number: number) => {
  makeDirectory(directory)
  const marker = randomBytes(MARKER_BYTES)
  const path = join(directory, `${String(number).padStart(9, "0")}-${marker.toString("hex")}.journal`)
  const handle = await open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, OWNER_ONLY_FILE)
  try {
    await syncDirectory(directory)
    await syncDirectory(dirname(directory))
  } catch (cause) {
    await handle.close()
    await rm(path, { force: true })
    throw cause
  }
  const file: JournalFile = { number, path, marker, end: 0, isOpen: true }
  return { file, handle }
}

export const openToRead = ({ path }: JournalFile): Promise<FileHandle> => open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)

export const deleteFile = ({ path }: JournalFile): Promise<void> => rm(path, { force: true })

/** Names of the files in which bytes lie that are no record any more. */
export const damagedFiles = (directory: string): ReadonlyArray<string> => {
  const within = join(directory, DAMAGED)
  return look(within) === undefined ? [] : readdirSync(within).map((name) => join(within, name))
}

/** Keeps bytes that stood at a place of a file, under a name that is the same each time; gives its path. */
export const setAside = async (directory: string, { number }: JournalFile, at: number, bytes: Uint8Array) => {
  const within = join(directory, DAMAGED)
  await mkdir(within, { recursive: true, mode: 0o700 })
  const path = join(within, `${number}-${at}`)
  await writeFile(path, bytes, { mode: OWNER_ONLY_FILE, flush: true })
  await syncDirectory(within)
  await syncDirectory(directory)
  return path
}
