/**
 * A tool step made by the command in a copy of the checkout, judged there by the tools that judge everything else: types,
 * lint, format, import edges, the plugin's own suite, and its test.
 */
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { afterAll, beforeAll, expect, it } from "vitest"

const source = fileURLToPath(new URL("../../../..", import.meta.url))
const bin = join(source, "node_modules/.bin")
const NOT_COPIED = new Set(["node_modules", "dist", "coverage"])
/** Of an app only what the generators write: the rest may change while this runs. */
const APP_FILES = [
  "apps/hub/package.json",
  "apps/hub/src/plugins.gen.ts",
  "apps/extension/package.json",
  "apps/extension/plugins.gen.ts",
  "apps/sandbox/package.json",
  "apps/sandbox/src/plugins.gen.ts"
]
/** A short name, and the longest one. */
const SHORT = "list-x"
const LONG = "list-everything-that-there-is-about-a-company"

let root: string

const run = async (folder: string, command: string, ...args: ReadonlyArray<string>) => {
  const { stdout } = await promisify(execFile)(command, [...args], {
    cwd: join(root, folder),
    env: { ...process.env, NO_COLOR: "1", PATH: `${bin}:${process.env["PATH"] ?? ""}` }
  }).catch((failed: Error & { readonly stdout?: string; readonly stderr?: string }) => {
    throw new Error(`${failed.message}\n${failed.stdout ?? ""}\n${failed.stderr ?? ""}`, { cause: failed })
  })
  return stdout
}

/** A package's dependencies: those of the house lead to the copy, all others to what is installed. */
const linkDependencies = async (folder: string) => {
  const installed = join(source, folder, "node_modules")
  const names = (await readdir(installed)).filter((name) => !name.startsWith("."))
  for (const name of names) {
    const scoped = name.startsWith("@") ? (await readdir(join(installed, name))).map((one) => `${name}/${one}`) : [name]
    for (const one of scoped) {
      const link = join(root, folder, "node_modules", one)
      await mkdir(dirname(link), { recursive: true })
      const own = one.startsWith("@inlay/") ? join(root, "packages", one.slice("@inlay/".length)) : undefined
      await symlink(own ?? join(installed, one), link)
    }
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "inlay-new-"))
  const copied = (path: string) => {
    const name = path.slice(path.lastIndexOf("/") + 1)
    return !NOT_COPIED.has(name) && !(name.startsWith(".") && path !== source) && !name.endsWith(".tsbuildinfo")
  }
  for (const folder of ["packages", "tooling/gen", "tooling/lint"]) {
    await cp(join(source, folder), join(root, folder), { recursive: true, filter: copied })
  }
  for (const path of APP_FILES) await cp(join(source, path), join(root, path))
  for (const name of await readdir(source, { withFileTypes: true })) {
    if (name.isFile()) await cp(join(source, name.name), join(root, name.name))
  }
  const packages = await readdir(join(root, "packages"))
  for (const folder of [...packages.map((name) => `packages/${name}`), "tooling/gen", "tooling/lint"]) {
    await linkDependencies(folder)
  }
}, 30_000)
afterAll(() => rm(root, { recursive: true, force: true }))

it("makes a step that passes every check as it stands", { timeout: 60_000 }, async () => {
  const steps = "packages/salesdata/src/tool-steps"
  for (const name of [SHORT, LONG]) {
    const said = await run(".", "node", "tooling/gen/src/scaffold/main.ts", "tool-step", "salesdata", name)
    const id = `salesdata_${name.replaceAll("-", "_")}`
    for (const path of [`${name}.ts`, `${name}.test.ts`, "index.gen.ts", `__snapshots__/${id}.json`]) {
      expect(said).toContain(`wrote ${steps}/${path}\n`)
    }
    expect(said).toContain("wrote packages/salesdata/src/manifest.gen.ts\n")
    expect(said).toMatch(/\nNext:\n {2}Edit .*description/)
  }
  const written = [SHORT, LONG].flatMap((name) => [`${steps}/${name}.ts`, `${steps}/${name}.test.ts`])
  for (const path of written) {
    expect(await readFile(join(root, path), "utf8")).not.toMatch(/todo|fixme|stub|placeholder|lorem/i)
  }
  expect(await run(".", "node", "tooling/gen/src/main.ts", "--check")).toContain("up to date")
  await run(".", "oxfmt", "--check", ...written)
  await run(".", "oxlint", "--type-aware", ...written)
  await run("packages/salesdata", "tsc", "--incremental", "false")
  expect(await run("tooling/lint", "node", "src/main.ts")).toContain("0 violations; 0 cycles")
  const names = [SHORT, LONG].map((name) => `src/tool-steps/${name}.test.ts`)
  const tested = await run("packages/salesdata", "vitest", "run", ...names, "src/plugin.test.ts")
  expect(tested).toMatch(/Test Files\s+3 passed/)
})
