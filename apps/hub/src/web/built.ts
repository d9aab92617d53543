/** Where the console is built to, and whether that is as new as its sources: from source it is built when it is needed. */
import { execFile } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

const isSource = import.meta.filename.endsWith(".ts")

const root = join(import.meta.dirname, "../..")

/** A bundle has it beside itself. */
export const builtConsole = isSource ? join(root, "dist/web") : join(import.meta.dirname, "web")

const newest = (path: string): number => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path)
    .filter((name) => !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0)
}

const isCurrent = (): boolean => {
  const page = join(builtConsole, "index.html")
  if (!existsSync(page)) return false
  const changedAt = Math.max(...[join(root, "src/web"), join(root, "../../packages/ui/src")].map(newest))
  return statSync(page).mtimeMs > changedAt
}

/** Builds the console where this runs from source and it is missing or older than its sources. */
export const buildWhereStale = async (): Promise<void> => {
  if (!isSource || isCurrent()) return
  const env = { ...process.env, NODE_ENV: "production" }
  await promisify(execFile)(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "build"], {
    cwd: root,
    env
  })
}
