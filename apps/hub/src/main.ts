#!/usr/bin/env node
/** The `inlay` command. Compiled code is kept from one start to the next, in a directory that only its owner can write. */
import { lstatSync, mkdirSync } from "node:fs"
// As a whole: what an old Node lacks of it must not keep the sentence below from being said.
import * as module from "node:module"
import { homedir } from "node:os"
import { join } from "node:path"

const { env, platform, versions } = process
const [major = 0, minor = 0] = versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`inlay needs Node 22.19 or later, and this is ${versions.node}.\n`)
  process.exit(1)
}
const caches =
  platform === "darwin"
    ? join(homedir(), "Library", "Caches", "Inlay")
    : platform === "win32"
      ? join(env["LOCALAPPDATA"] ?? join(homedir(), "AppData", "Local"), "Inlay", "Cache")
      : join(env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "inlay")

const keepCompiled = (): void => {
  try {
    mkdirSync(caches, { recursive: true, mode: 0o700 })
    // What another user can write there would run as this one.
    const { mode, uid } = lstatSync(caches)
    const self = process.getuid?.()
    if (self === undefined || (uid === self && (mode & 0o022) === 0))
      module.enableCompileCache(join(caches, "compiled"))
  } catch {
    // Only slower without it.
  }
}

const [first, ...others] = process.argv.slice(2)
// What scripts and shells ask often, in exactly these words, is answered before anything else is loaded.
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
    // A shell that no longer reads them wants no completions.
    process.stdout.on("error", () => {})
    const [what, ...words] = others
    process.stdout.write(
      answers(what, words)
        .map((line) => `${line}\n`)
        .join("")
    )
  } else await import("./program.ts")
}
