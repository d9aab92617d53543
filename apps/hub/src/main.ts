#!/usr/bin/env node
/** The `inlay` command. Caches compiled code between starts, in a directory that only its owner can write to. */
import { lstatSync, mkdirSync } from "node:fs"
// A namespace import: a named import that an old Node lacks would fail before the version message below is printed.
import * as module from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

const { env, platform, versions } = process
const [major = 0, minor = 0] = versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`inlay needs Node 22.19 or later, and this is ${versions.node}.\n`)
  process.exit(1)
}
const locateCaches = (): string =>
  platform === "darwin"
    ? join(homedir(), "Library", "Caches", "Inlay")
    : platform === "win32"
      ? join(env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local"), "Inlay", "Cache")
      : join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "inlay")

const keepCompiled = (): void => {
  try {
    // Throws for a user without a home directory, as in some containers.
    const caches = locateCaches()
    mkdirSync(caches, { recursive: true, mode: 0o700 })
    // Cached code that another user can write would run as this user.
    const { mode, uid } = lstatSync(caches)
    const self = process.getuid?.()
    if (self === undefined || (uid === self && (mode & 0o022) === 0))
      module.enableCompileCache(join(caches, "compiled"))
  } catch {
    // Without the cache, the program only starts more slowly.
  }
}

const [first, ...others] = process.argv.slice(2)
/**
 * The system's look-up of a name takes a thread of a pool of 4, and Node lets half of them look up: two accounts whose
 * name server hangs would hold up the names of all others. Read when the pool is first used.
 */
const LOOKUP_THREADS = "64"
if (first === "serve" || others.includes("serve")) env["UV_THREADPOOL_SIZE"] ??= LOOKUP_THREADS
// Scripts and shells call these often: exact matches are answered before anything else is loaded.
if (first === "--version" && others.length === 0) {
  const [{ version }, { watchOutput }] = await Promise.all([
    import("./version.ts"),
    import("./terminal/lost-output.ts")
  ])
  watchOutput()
  process.stdout.write(`${version}\n`)
} else {
  keepCompiled()
  if (first === "--complete") {
    const { answers } = await import("./cli/completing/answers.ts")
    // If the shell has stopped reading, the completions are no longer needed.
    process.stdout.on("error", () => {})
    const [what, ...words] = others
    process.stdout.write(
      answers(what, words)
        .map((line) => `${line}\n`)
        .join("")
    )
  } else await import("./program.ts")
}
