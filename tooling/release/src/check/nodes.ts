/**
 * The versions of Node that packages are tested on: the oldest that `engines` allows, the newest of the long-term
 * support line, and the one that the checkout is developed with. They are installed from npm's `node` package and kept
 * in the user's cache.
 */
import { existsSync, mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

import { run } from "../run.ts"
import { readPackage, root } from "../workspace.ts"

export interface Node {
  readonly version: string
  readonly path: string
}

const OLDEST = "22.19.0"
const LONG_TERM = "24"

const INSTALL_LIMIT_MILLIS = 180_000

/** Returns the newest version, comparing numbers. */
const newest = (versions: ReadonlyArray<string>): string | undefined =>
  versions.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1)

const newestOf = async (line: string): Promise<string> => {
  const answer: unknown = JSON.parse(await run("npm", ["view", `node@${line}`, "version", "--json"]))
  const latest = newest([answer].flat().map(String))
  if (latest === undefined) throw new Error(`npm's registry has no node@${line}.`)
  return latest
}

const ownVersion = (): string => readPackage(root).manifest.devDependencies?.["node"] ?? process.versions.node

/** Oldest first. */
export const versions = async (): Promise<ReadonlyArray<string>> => [OLDEST, await newestOf(LONG_TERM), ownVersion()]

const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "inlay", "node")

/** Installs a version, unless an earlier run has. */
export const install = async (version: string): Promise<Node> => {
  const folder = join(cache, version)
  const path = join(folder, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node")
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true })
    await run("npm", ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", `node@${version}`], {
      timeLimitMillis: INSTALL_LIMIT_MILLIS
    })
  }
  const versionText = existsSync(path) ? (await run(path, ["--version"])).trim() : "nothing"
  if (versionText !== `v${version}`) {
    throw new Error(
      `npm's package node@${version} installed ${versionText}. Delete ${folder} and check the output of \`npm install\`.`
    )
  }
  return { version, path }
}
