/**
 * The numbered files of a journal. No number is used twice, even after files are deleted. The files and their directory
 * are accessible to the user alone; a file that belongs to somebody else is rejected.
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
  /** The end of what is on the disk and may be read. */
  end: number
  /** Whether more may be written to the file. */
  isOpen: boolean
}

const NAME = /^(\d{1,15})-([\da-f]{16})\.journal$/
const DAMAGED = "damaged"
const OWNER_ONLY_FILE = 0o600
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants

/** Syncs the directory, so that its entries survive a power failure. */
const syncDirectory = async (directory: string): Promise<void> => {
  // Windows cannot open directories, and writes their entries at once.
  if (process.platform === "win32") return
  const handle = await open(directory, O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Lists the files written before, oldest first. Throws if a file is not acceptable. */
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

/** Creates a file, open for writing. It survives a power failure. */
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

/** Paths of the files that hold damaged bytes. */
export const damagedFiles = (directory: string): ReadonlyArray<string> => {
  const within = join(directory, DAMAGED)
  return look(within) === undefined ? [] : readdirSync(within).map((name) => join(within, name))
}

/** Stores the damaged bytes of a file under a name that is the same each time. Returns its path. */
export const setAside = async (directory: string, { number }: JournalFile, at: number, bytes: Uint8Array) => {
  const within = join(directory, DAMAGED)
  await mkdir(within, { recursive: true, mode: 0o700 })
  const path = join(within, `${number}-${at}`)
  await writeFile(path, bytes, { mode: OWNER_ONLY_FILE, flush: true })
  await syncDirectory(within)
  await syncDirectory(directory)
  return path
}
