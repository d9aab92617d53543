/**
 * Runs the examples of the READMEs, and the first of each package's docstrings, on the sources, as a reader would type
 * them. `pnpm release:check` runs all of them on the packages.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { run } from "../run.ts"
import { startSandbox, type Sandbox } from "../sandbox.ts"
import { publicPackages } from "../workspace.ts"
import { withAccount, docstringExamples, readmeExamples, sessions } from "./examples.ts"
import { play } from "./session.ts"

const consumer = join(import.meta.dirname, "../../consumer")
const packages = publicPackages()

const start = () => startSandbox(process.execPath, [join(consumer, "sandbox.ts")], consumer)

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await start()
})
afterAll(() => sandbox.close())

describe.each(packages.filter(({ manifest }) => manifest.bin === undefined))("$manifest.name", (pkg) => {
  it.each([...readmeExamples(pkg), ...docstringExamples(pkg).slice(0, 1)])(
    "$place runs, and prints the documented output",
    async ({ code, prints }) => {
      const program = withAccount(code, sandbox)
      const args = ["--input-type=module-typescript", "--eval", program]
      // In the package's folder, its own name works as an import, as it does for a team.
      expect((await run(process.execPath, args, { cwd: pkg.folder })).trim()).toBe(prints)
    }
  )
})

describe.each(packages.filter(({ manifest }) => manifest.bin !== undefined))("$manifest.name", (pkg) => {
  it.each(sessions(pkg))("$place runs, and prints the documented output", async (session) => {
    const home = mkdtempSync(join(tmpdir(), "inlay-readme-"))
    const [[name, main] = ["", ""]] = Object.entries(pkg.manifest.bin ?? {})
    try {
      const transcript = await play(session, { [name]: [process.execPath, join(pkg.folder, main)] }, sandbox.env, home)
      expect(transcript).toEqual(session.commands)
    } finally {
      rmSync(home, { recursive: true })
    }
  })
})
