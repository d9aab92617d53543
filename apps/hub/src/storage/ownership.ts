/**
 * Whether a directory or file is the user's alone to write: nobody else can put another in its place, lead it elsewhere or
 * make an opening wait. Looks by name and follows no link. Windows has no such modes; there the user's own directory
 * keeps others out.
 */
import { lstatSync, type Stats } from "node:fs"

import type { Remedy } from "@inlay/core-http/Remedy"

/** What is wrong with it, as the end of a sentence, and what would mend it. */
export interface Fault {
  readonly what: string
  readonly remedy: Remedy
}

const fault = (what: string, text: string): Fault => ({ what, remedy: { to: "read", text } })

const WRITABLE_BY_OTHERS = 0o022

/** A path as a shell takes it. */
export const quote = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`

const kindOf = (stats: Stats): string => {
  if (stats.isSymbolicLink()) return "a symbolic link"
  if (stats.isFIFO()) return "a named pipe"
  if (stats.isSocket()) return "a socket"
  if (stats.isDirectory()) return "a directory"
  return stats.isFile() ? "a file" : "a device"
}

const isForeign = ({ uid }: Stats): boolean => {
  const self = process.getuid?.()
  return self !== undefined && uid !== self
}

const foreign = (path: string): Fault =>
  fault(`${path} belongs to another user`, `If it is yours, run \`sudo chown -R "$(id -u)" ${quote(path)}\`.`)

const ownerFault = (path: string, stats: Stats): Fault | undefined => {
  if (isForeign(stats)) return foreign(path)
  if (process.getuid === undefined || (stats.mode & WRITABLE_BY_OTHERS) === 0) return undefined
  const mode = (stats.mode & 0o777).toString(8).padStart(4, "0")
  return fault(
    `${path} can be written by other users (mode ${mode})`,
    `Look whether somebody changed it, then run \`chmod go-w ${quote(path)}\`.`
  )
}

/** Of an open file or one that was looked at by `lstat`. */
export const faultOfFile = (path: string, stats: Stats): Fault | undefined =>
  stats.isFile()
    ? ownerFault(path, stats)
    : fault(
        `${path} is ${kindOf(stats)}, not a file`,
        "Move it away, and put the file itself in its place if there is one."
      )

/** The user's own link to a directory is the user's own choice; another's leads where that one wants. */
export const faultOfLink = (path: string, stats: Stats): Fault | undefined =>
  stats.isSymbolicLink() && isForeign(stats) ? foreign(path) : undefined

/** Of a directory, or of what a link to it leads to. */
export const faultOfDirectory = (path: string, stats: Stats): Fault | undefined =>
  stats.isDirectory()
    ? ownerFault(path, stats)
    : fault(`${path} is ${kindOf(stats)}, not a directory`, "Give another one with --data DIR or INLAY_DATA.")

/** What stands under a name, the link itself where it is one; `undefined` where there is nothing. */
export const look = (path: string): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch (cause) {
    // Below a file there is nothing either.
    if (cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR"))
      return undefined
    throw cause
  }
}
