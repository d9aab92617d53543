/**
 * Checks that only the user can write to a directory or file, so that nobody else can replace it, redirect it or make
 * opening it block. Looks at paths without following links. Windows has no such modes; there, the user's own directory
 * keeps others out.
 */
import { lstatSync, type Stats } from "node:fs"
import { join } from "node:path"

import type { Remedy } from "@inlay/core-http/Remedy"

import { codeOf } from "../error-code.ts"

/** What is wrong, as the end of a sentence, and how to fix it. */
export interface Fault {
  readonly what: string
  readonly remedy: Remedy
}

const fault = (what: string, text: string): Fault => ({ what, remedy: { to: "read", text } })

const WRITABLE_BY_OTHERS = 0o022

export const quote = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`

const kindOf = (stats: Stats): string => {
  if (stats.isSymbolicLink()) return "a symbolic link"
  if (stats.isFIFO()) return "a named pipe"
  if (stats.isSocket()) return "a socket"
  if (stats.isDirectory()) return "a directory"
  return stats.isFile() ? "a file" : "a device"
}

const ROOT = 0

const isForeign = ({ uid }: Stats): boolean => {
  const self = process.getuid?.()
  return self !== undefined && uid !== self
}

/** It may be a service's, also one of root, which could no longer use it if its owner were changed. */
const foreign = (path: string, { uid }: Stats, more = ""): Fault =>
  fault(
    `${path} belongs to another user`,
    `Run this as that user, such as with \`sudo -u '#${uid}'\`. If it is yours, run \`sudo chown -R "$(id -u)" ${quote(path)}\`.${more}`
  )

const ownerFault = (path: string, stats: Stats): Fault | undefined => {
  if (isForeign(stats)) return foreign(path, stats)
  if (process.getuid === undefined || (stats.mode & WRITABLE_BY_OTHERS) === 0) return undefined
  const mode = (stats.mode & 0o777).toString(8).padStart(4, "0")
  return fault(
    `${path} can be written by other users (mode ${mode})`,
    `Check whether somebody changed it, then run \`chmod go-w ${quote(path)}\`.`
  )
}

/** Checks an open file, or the result of `lstat`. */
export const faultOfFile = (path: string, stats: Stats): Fault | undefined =>
  stats.isFile()
    ? ownerFault(path, stats)
    : fault(
        `${path} is ${kindOf(stats)}, not a file`,
        "Move it away, and put the file itself in its place if there is one."
      )

/**
 * A link of the user's own is accepted, and of root, as systemd makes one for a `DynamicUser`. A link of another user leads
 * wherever that user wants.
 */
export const faultOfLink = (path: string, stats: Stats): Fault | undefined =>
  stats.isSymbolicLink() && isForeign(stats) && stats.uid !== ROOT ? foreign(path, stats) : undefined

/** Checks a directory, or the target of a link to one. */
export const faultOfDirectory = (path: string, stats: Stats): Fault | undefined => {
  if (!stats.isDirectory()) {
    return fault(`${path} is ${kindOf(stats)}, not a directory`, "Give another one with --data DIR or INLAY_DATA.")
  }
  // A container's volume often belongs to root.
  const inIt = ` In a container, give a directory in it, such as ${quote(join(path, "inlay"))}, with INLAY_DATA.`
  return isForeign(stats) ? foreign(path, stats, inIt) : ownerFault(path, stats)
}

/** The `lstat` result of a path, or undefined if nothing exists there. */
export const look = (path: string): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch (cause) {
    // A path below a regular file does not exist either.
    if (["ENOENT", "ENOTDIR"].includes(codeOf(cause))) return undefined
    throw cause
  }
}
