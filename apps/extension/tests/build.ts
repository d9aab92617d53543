// Builds the extension for tests of the built files, if it is missing or older than its sources.
import { execFile } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"

const root = dirname(import.meta.dirname)
const wxt = join(root, "node_modules/wxt/bin/wxt.mjs")

const builds = [
  { folder: "chrome-mv3", args: ["build", "-b", "chrome"] },
  { folder: "firefox-mv3", args: ["build", "-b", "firefox", "--mv3"] }
]

const ignoredFolders = new Set(["node_modules", ".output", ".wxt", "tests", "tsconfig.tsbuildinfo"])

const newest = (path: string): number => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path)
    .filter((name) => !ignoredFolders.has(name) && !/\.test\.tsx?$/.test(name))
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0)
}

const sources = [
  root,
  ...["core-http", "agent-plugin", "salesdata", "codehost", "ui"].map((name) =>
    join(root, "../../packages", name, "src")
  )
]

export const setup = async (): Promise<void> => {
  const changedAt = Math.max(...sources.map(newest))
  for (const { folder, args } of builds) {
    const manifest = join(root, ".output", folder, "manifest.json")
    if (existsSync(manifest) && statSync(manifest).mtimeMs > changedAt) continue
    // Always a production build, whatever environment the tests run in.
    const env = { ...process.env, NODE_ENV: "production" }
    await promisify(execFile)(process.execPath, [wxt, ...args], { cwd: root, env })
  }
}
