#!/usr/bin/env node
/** The `inlay` command. Compiled code is kept from one start to the next, in a directory that only its owner can write. */
import { mkdirSync } from "node:fs"
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
  enableCompileCache(join(caches, "compiled"))
} catch {
  // Only slower without it.
}
await import("./program.ts")
