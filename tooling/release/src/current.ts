/** Tells whether a build is up to date, for tests that run what a build made. */
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

/** Folders whose files are in no build. */
const IGNORED = new Set([
  "node_modules",
  "dist",
  ".output",
  ".wxt",
  ".turbo",
  "tests",
  "testing",
  "sandbox",
  "fixtures"
])

const newest = (path: string): number => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path)
    .filter((name) => !IGNORED.has(name) && !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0)
}

/**
 * Returns whether a built file exists and is newer than all its sources.
 * @param sources files and folders, without the tests, tools and simulated providers in them
 */
export const isCurrent = (built: string, sources: ReadonlyArray<string>): boolean =>
  existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources.map(newest))
