/**
 * Runs the pages of `docs` as a reader would follow them, from the top: every command and program, over simulated
 * services.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { startSandbox, type RunningSandbox } from "@inlay/sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { run } from "../run.ts"
import { publicPackages, root } from "../workspace.ts"
import { withAccount, guides } from "./examples.ts"
import { play } from "./session.ts"

const packages = publicPackages()
const program = join(root, "apps/hub/src/main.ts")

/**
 * The folder of the package that a program imports. There, the package's own name works as an import, as it does for a
 * team.
 */
const folderOf = (code: string): string => {
  const [, name] = /from "(@inlay\/[\w-]+)/.exec(code) ?? []
  return packages.find(({ manifest }) => manifest.name === name)?.folder ?? root
}

/** The plugin tutorial has files of its own, which the hub's tests write and run. */
const TUTORIAL = "docs/your-own-plugin.md"

const toFollow = guides().filter(
  ({ place, examples, sessions }) => place !== TUTORIAL && examples.length + sessions.length > 0
)

describe.each(toFollow)("$place", ({ examples, sessions }) => {
  const home = mkdtempSync(join(tmpdir(), "inlay-guide-"))
  let sandbox: RunningSandbox
  let env: Readonly<Record<string, string>>
  beforeAll(async () => {
    sandbox = await startSandbox()
    env = Object.assign({}, ...sandbox.descriptions.map((one) => one.env))
  })
  afterAll(async () => {
    await sandbox.close()
    rmSync(home, { recursive: true })
  })

  it.each(sessions)("$place runs, and prints the documented output", async (session) => {
    expect(await play(session, { inlay: [process.execPath, program] }, env, home)).toEqual(session.commands)
  })

  it.each(examples)("$place runs, and prints the documented output", async ({ code, prints }) => {
    const account = { baseUrl: env["INLAY_SALESDATA_BASE_URL"] ?? "", apiKey: env["INLAY_SALESDATA_API_KEY"] ?? "" }
    const args = ["--input-type=module-typescript", "--eval", withAccount(code, account)]
    const environment = { ...process.env, ...env }
    expect((await run(process.execPath, args, { cwd: folderOf(code), env: environment })).trim()).toBe(prints)
  })
})
