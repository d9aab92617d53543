/**
 * What a public package exports once it is published, derived from what it exports in the checkout: sources there, their
 * builds here. `publishConfig` is what pnpm puts in their place when it packs.
 */
import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"

import type { Output } from "./outputs.ts"
import { readPackage } from "./workspace.ts"

/** `src` is built into `dist`, any other folder into a folder of its name there; what is no module stays where it is. */
const builtPath = (source: string, extension: ".js" | ".d.ts"): string =>
  source.endsWith(".ts") ? source.replace(/^\.\/(?:src\/)?/, "./dist/").replace(/\.ts$/, extension) : source

const isModule = (value: unknown): value is string => typeof value === "string" && value.endsWith(".ts")

const entry = (value: unknown): unknown =>
  isModule(value)
    ? { types: builtPath(value, ".d.ts"), default: builtPath(value, ".js") }
    : (mapEntries(value, entry) ?? value)

const mapEntries = (entries: unknown, change: (value: unknown) => unknown): Record<string, unknown> | undefined =>
  typeof entries === "object" && entries !== null
    ? Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value)]))
    : undefined

/** A package.json with its `publishConfig` in step; as it is where the package is private or gives nothing to publish. */
export const published = (manifest: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const exports = mapEntries(manifest["exports"], entry)
  const bin = mapEntries(manifest["bin"], (value) => (isModule(value) ? builtPath(value, ".js") : value))
  if (manifest["private"] === true || (exports === undefined && bin === undefined)) return manifest
  return { ...manifest, publishConfig: { access: "public", ...(exports && { exports }), ...(bin && { bin }) } }
}

/** The package.json of every package under `packages` that is published. */
export const publishedPackages = async (root: string): Promise<ReadonlyArray<Output>> => {
  const names = (await readdir(join(root, "packages"))).sort()
  const folders = names
    .flatMap((name) => [`packages/${name}`, `packages/${name}/sandbox`])
    .filter((at) => existsSync(join(root, at, "package.json")))
  const manifests = await Promise.all(folders.map(async (folder) => [folder, await readPackage(root, folder)] as const))
  return manifests.flatMap(([folder, manifest]) => {
    const next = published(manifest)
    return next === manifest ? [] : [{ path: `${folder}/package.json`, text: `${JSON.stringify(next, null, 2)}\n` }]
  })
}
