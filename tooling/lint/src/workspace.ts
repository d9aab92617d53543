// Reads the checkout: packages from their package.json, and every TypeScript module, hand-written or generated.

import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, sep } from "node:path"

import type { Workspace } from "./graph.ts"
import { isRecord } from "./imports.ts"
import type { Package } from "./resolve.ts"

const rooms = ["packages", "apps", "tooling"]
const skippedFolders = new Set(["node_modules", "dist", "coverage"])

/** Takes conditions in the order of a bundler or Node. Types lead to the same module. */
const entryOf = (value: unknown): string | null => {
  if (typeof value === "string") return value
  return isRecord(value) ? entryOf(value.import ?? value.default ?? value.types) : null
}

const readPackage = (root: string, path: string): Package => {
  const json: unknown = JSON.parse(readFileSync(join(root, path), "utf8"))
  const { name, exports } = isRecord(json) ? json : {}
  if (typeof name !== "string") throw new Error(`${path} has no name.`)
  const entries = isRecord(exports) ? Object.entries(exports) : []
  return {
    name,
    folder: dirname(path).split(sep).join("/"),
    exports: Object.fromEntries(entries.map(([key, value]) => [key, entryOf(value)]))
  }
}

/** Folders without modules of this repository: dependencies, builds, and everything whose name starts with a dot. */
const isSkipped = (name: string): boolean => skippedFolders.has(name) || name.startsWith(".")

const glob = (root: string, patterns: ReadonlyArray<string>): ReadonlyArray<string> =>
  globSync([...patterns], { cwd: root, exclude: isSkipped }).toSorted()

export const readWorkspace = (root: string): Workspace => {
  const manifests = glob(
    root,
    ["packages/*", "packages/*/sandbox", "apps/*", "tooling/*"].map((folder) => `${folder}/package.json`)
  )
  const modules = glob(
    root,
    rooms.map((room) => `${room}/**/*.{ts,tsx}`)
  )
  return {
    packages: manifests.map((path) => readPackage(root, path)),
    sources: new Map(modules.map((path) => [path.split(sep).join("/"), readFileSync(join(root, path), "utf8")]))
  }
}

/** Returns the nearest folder upwards that contains the workspace file. */
export const findRoot = (from: string): string => {
  if (existsSync(join(from, "pnpm-workspace.yaml"))) return from
  if (dirname(from) === from) throw new Error("No pnpm-workspace.yaml in this folder or any parent folder.")
  return findRoot(dirname(from))
}
