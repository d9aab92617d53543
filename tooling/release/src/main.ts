/**
 * `pnpm release:check`: builds, packs and lints every public package, installs them in an empty project outside the
 * workspace, type-checks it, and runs it on every version of Node and in a browser. Prints a table. Exit code 1 if
 * anything failed.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { releaseCheck } from "./check/release-check.ts"

const keep = process.argv.includes("--keep")
const folder = mkdtempSync(join(tmpdir(), "inlay-release-"))

const failures = await releaseCheck(folder, (text) => void process.stdout.write(text))
if (keep) process.stdout.write(`the packages and the project are in ${folder}\n`)
else rmSync(folder, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1
