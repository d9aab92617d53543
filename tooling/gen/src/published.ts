/**
 * Derives a public package's published exports from its exports in the checkout, which are sources here and builds once
 * published. pnpm uses `publishConfig` in their place when it packs. The repository's address is stated once, at the
 * root.
 */
import { existsSync } from "node:fs"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

import { generatedJson, type Output } from "./outputs.ts"
import { readPackage } from "./workspace.ts"

/**
 * `src` is built into `dist`, any other folder into a folder of the same name there. Files other than modules stay
 * where they are.
 */
const builtPath = (source: string, extension: ".js" | ".d.ts"): string =>
  source.endsWith(".ts") ? source.replace(/^\.\/(?:src\/)?/, "./dist/").replace(/\.ts$/, extension) : source

const isModule = (value: unknown): value is string => typeof value === "string" && value.endsWith(".ts")

/** The promise client is one file for Node and one for everything else, with types of its own. */
const entry = (value: unknown, subpath: string): unknown =>
  isModule(value)
    ? {
        types: builtPath(value, ".d.ts"),
        ...(subpath === "./promise" && { node: builtPath(value, ".js").replace(/\.js$/, ".node.js") }),
        default: builtPath(value, ".js")
      }
    : (mapEntries(value, entry) ?? value)

const mapEntries = (
  entries: unknown,
  change: (value: unknown, key: string) => unknown
): Record<string, unknown> | undefined =>
  typeof entries === "object" && entries !== null
    ? Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value, key)]))
    : undefined

/**
 * Returns a package.json with an up-to-date `publishConfig`, or unchanged if the package is private or has nothing to
 * publish.
 */
export const published = (manifest: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const exports = mapEntries(manifest["exports"], entry)
  const bin = mapEntries(manifest["bin"], (value) => (isModule(value) ? builtPath(value, ".js") : value))
  if (manifest["private"] === true || (exports === undefined && bin === undefined)) return manifest
  return { ...manifest, publishConfig: { access: "public", ...(exports && { exports }), ...(bin && { bin }) } }
}

/** A package's home page, issues and repository, as stated at the root for the whole repository. */
const origin = (root: Readonly<Record<string, unknown>>, folder: string): Readonly<Record<string, unknown>> => ({
  homepage: root["homepage"],
  bugs: root["bugs"],
  repository: { ...(root["repository"] as object), directory: folder }
})

/** The package.json and the licence of every published package. */
export const publishedPackages = async (root: string): Promise<ReadonlyArray<Output>> => {
  const names = (await readdir(join(root, "packages"))).sort()
  const folders = ["apps/hub", ...names.flatMap((name) => [`packages/${name}`, `packages/${name}/sandbox`])].filter(
    (at) => existsSync(join(root, at, "package.json"))
  )
  const rootManifest = await readPackage(root, ".")
  const licence = await readFile(join(root, "LICENSE"), "utf8")
  const manifests = await Promise.all(folders.map(async (folder) => [folder, await readPackage(root, folder)] as const))
  return manifests.flatMap(([folder, manifest]) => {
    if (manifest["private"] === true) return []
    const { publishConfig, ...rest } = published(manifest)
    const next = { ...rest, ...origin(rootManifest, folder), publishConfig }
    return [
      // The hub's package.json is written together with its plugins, in `app-files.ts`.
      ...(folder === "apps/hub" ? [] : [generatedJson(`${folder}/package.json`, next)]),
      // pnpm does not add its own copy if a packed file is named license.*.
      { path: `${folder}/LICENSE`, text: licence }
    ]
  })
}
