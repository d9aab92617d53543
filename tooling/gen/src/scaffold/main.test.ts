import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

import { expect, it } from "vitest"

const run = (...args: ReadonlyArray<string>) => {
  const main = fileURLToPath(new URL("main.ts", import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" })
  return { status, stdout, stderr }
}

it.each([[], ["--help"], ["-h"], ["tool-step", "--help"], ["--", "--help"]])("prints its help for %j", (...args) => {
  expect(run(...args)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("pnpm new tool-step <plugin> <name>"),
    stderr: ""
  })
})

it.each([
  [["tool-step", "nowhere", "x"], 'There is no plugin "nowhere". Plugins: '],
  [["--force"], "There is no option --force."]
])("refuses %j with exit code 2, on stderr alone", (args, message) => {
  const { status, stdout, stderr } = run(...args)
  expect([status, stdout]).toEqual([2, ""])
  expect(stderr).toContain(`new: ${message}`)
  expect(stderr).not.toMatch(/\n\s+at /)
})
