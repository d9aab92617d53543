/** Finds what the generators iterate over: plugin packages, their folders of units, and other packages' modules. */
import { existsSync } from "node:fs"
import { readFile, readdir } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

import type { Plugin } from "@inlay/agent-plugin/Plugin"

export interface PackageJson {
  readonly name: string
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

export const readPackage = async (root: string, folder: string): Promise<PackageJson & Record<string, unknown>> =>
  JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"))

/** Folders of the packages that are plugins: they have a `src/plugin.ts`. */
export const pluginFolders = async (root: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(join(root, "packages"))
  return names
    .filter((name) => existsSync(join(root, "packages", name, "src/plugin.ts")))
    .sort()
    .map((name) => `packages/${name}`)
}

/** Names of the packages with a simulated service, which may exist before the plugin does. */
export const simulatedProviders = async (root: string): Promise<ReadonlyArray<string>> => {
  const names = await readdir(join(root, "packages"))
  return names.filter((name) => existsSync(join(root, "packages", name, "sandbox/package.json"))).sort()
}

/** Names of the units in a folder, one file each, without tests and generated files. */
export const units = async (root: string, folder: string): Promise<ReadonlyArray<string>> => {
  if (!existsSync(join(root, folder))) return []
  const files = await readdir(join(root, folder))
  return files
    .filter((file) => file.endsWith(".ts") && !/\.(test|gen)\.ts$/.test(file))
    .map((file) => file.slice(0, -3))
    .sort()
}

/** Loads the plugin itself. Its barrels must be written first. */
export const loadPlugin = async (root: string, folder: string): Promise<Plugin> => {
  const module: { readonly plugin: Plugin } = await import(pathToFileURL(join(root, folder, "src/plugin.ts")).href)
  return module.plugin
}

/** `create-issue` -> `createIssue`. */
export const camel = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
