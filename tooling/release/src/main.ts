/**
 * `pnpm release:check`: every public package built, packed, linted, installed in an empty project outside the workspace,
 * type-checked there, and run on every version of Node and in a browser. A table, and exit code 1 where anything failed.
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
