#!/usr/bin/env node
/** The `inlay` command. Compiled code is kept from one start to the next, in a directory that only its owner can write. */
import { lstatSync, mkdirSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

const { env, platform } = process
const caches =
  platform === "darwin"
    ? join(homedir(), "Library", "Caches", "Inlay")
    : platform === "win32"
      ? join(env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local"), "Inlay", "Cache")
      : join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "inlay")
try {
  mkdirSync(caches, { recursive: true, mode: 0o700 })
  // What another user can write there would run as this one.
  const { mode, uid } = lstatSync(caches)
  const self = process.getuid?.()
  if (self === undefined || (uid === self && (mode & 0o022) === 0)) enableCompileCache(join(caches, "compiled"))
} catch {
  // Only slower without it.
}
await import("./program.ts")
