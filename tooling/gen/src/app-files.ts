/**
 * Generates the apps' lists of plugins and their dependencies on them, so that adding a plugin adds one folder. The
 * extension includes only plugins that one of its features uses, and of those only `browser.ts`, because its worker is
 * loaded with every click.
 */
import { existsSync } from "node:fs"
import { readFile, readdir } from "node:fs/promises"
import { join } from "node:path"

import { generatedJson, generatedModule, type Output } from "./outputs.ts"
import { published } from "./published.ts"
import { readPackage, simulatedProviders } from "./workspace.ts"

interface PluginPackage {
  readonly id: string
  readonly packageName: string
  /** Whether it has subcommands: `src/commands/index.ts`. */
  readonly hasCommands: boolean
}

interface AppList {
  readonly app: string
  /** Packages that are bundled into the app need not be installed with it. */
  readonly section: "dependencies" | "devDependencies"
  readonly path: string
  /** The lines of the list, from the plugins' package names and ids. */
  readonly lines: (plugins: ReadonlyArray<PluginPackage>) => ReadonlyArray<string>
  /** The suffix of the package to install instead of the plugin itself: its simulated service. */
  readonly suffix?: string
  /** If set, a plugin is listed only if a source below this folder imports it. */
  readonly usedIn?: string
}

/** Subcommands of the `inlay` program, whose code is loaded when one is called. */
const commands = (plugins: ReadonlyArray<PluginPackage>): Output => {
  const some = plugins.filter(({ hasCommands }) => hasCommands)
  return generatedModule("apps/hub/src/commands.gen.ts", [
    `import type { PluginCommand } from "@inlay/agent-plugin/Command"`,
    ...some.map(({ id, packageName }) => `import { commands as ${id} } from "${packageName}/commands"`),
    "",
    `export const commands: ReadonlyArray<PluginCommand> = [${some.map(({ id }) => `...${id}`).join(", ")}]`
  ])
}

/** Loads a single plugin, for a command that needs no other. */
const loaders = (plugins: ReadonlyArray<PluginPackage>): Output =>
  generatedModule("apps/hub/src/plugin-loaders.gen.ts", [
    `import type { Plugin } from "@inlay/agent-plugin/Plugin"`,
    "",
    "/** Loads one plugin, by its id. */",
    "export const pluginLoaders: Readonly<Record<string, () => Promise<Plugin>>> = {",
    plugins.map(({ id, packageName }) => `  ${id}: async () => (await import("${packageName}")).plugin`).join(",\n"),
    "}"
  ])

/** All plugins as values of a type of agent-plugin, from one module of each. */
const pluginList = (type: string, plugins: ReadonlyArray<PluginPackage>, subpath = ""): ReadonlyArray<string> => [
  `import type { ${type} } from "@inlay/agent-plugin/Plugin"`,
  ...plugins.map(({ id, packageName }) => `import { plugin as ${id} } from "${packageName}${subpath}"`),
  "",
  `export const plugins: ReadonlyArray<${type}> = [${plugins.map(({ id }) => id).join(", ")}]`
]

const lists: ReadonlyArray<AppList> = [
  {
    app: "apps/hub",
    section: "devDependencies",
    path: "apps/hub/src/plugins.gen.ts",
    lines: (plugins) => pluginList("Plugin", plugins)
  },
  {
    app: "apps/extension",
    section: "dependencies",
    path: "apps/extension/plugins.gen.ts",
    lines: (plugins) => pluginList("Runnable", plugins, "/browser"),
    usedIn: "features"
  },
  {
    app: "apps/sandbox",
    section: "dependencies",
    path: "apps/sandbox/src/plugins.gen.ts",
    lines: (plugins) => [
      ...plugins.map(({ id, packageName }) => `import { makeSandbox as ${id} } from "${packageName}-sandbox"`),
      "",
      `export const plugins = [${plugins.map(({ id }) => id).join(", ")}]`
    ],
    suffix: "-sandbox"
  }
]

const sourcesBelow = async (folder: string): Promise<string> => {
  if (!existsSync(folder)) return ""
  const files = await readdir(folder, { recursive: true })
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  return (await Promise.all(sources.map((file) => readFile(join(folder, file), "utf8")))).join("\n")
}

const listPlugins = async (root: string, { app, usedIn }: AppList, plugins: ReadonlyArray<PluginPackage>) => {
  if (usedIn === undefined) return plugins
  const sources = await sourcesBelow(join(root, app, usedIn))
  return plugins.filter(({ packageName }) => sources.includes(`from "${packageName}/`))
}

/** A simulated service is named like its plugin, with a suffix. */
const simulators = async (root: string, suffix: string): Promise<ReadonlyArray<PluginPackage>> => {
  const names = await simulatedProviders(root)
  return Promise.all(
    names.map(async (id) => {
      const { name } = await readPackage(root, `packages/${id}/sandbox`)
      return { id, packageName: name.slice(0, -suffix.length), hasCommands: false }
    })
  )
}

const packageFile = async (
  root: string,
  { app, section, suffix = "" }: AppList,
  all: ReadonlyArray<PluginPackage>,
  usedPlugins: ReadonlyArray<PluginPackage>
): Promise<Output> => {
  const manifest = await readPackage(root, app)
  const others = Object.entries(manifest[section] ?? {}).filter(
    ([name]) => !all.some((p) => p.packageName + suffix === name)
  )
  const pluginDependencies = usedPlugins.map(({ packageName }) => [packageName + suffix, "workspace:^"] as const)
  const inOrder = [...others, ...pluginDependencies].sort(([a], [b]) => (a < b ? -1 : 1))
  return generatedJson(`${app}/package.json`, published({ ...manifest, [section]: Object.fromEntries(inOrder) }))
}

export const appFiles = async (root: string, plugins: ReadonlyArray<PluginPackage>): Promise<ReadonlyArray<Output>> => {
  const outputs: Array<Output> = [commands(plugins), loaders(plugins)]
  for (const list of lists) {
    const all = list.suffix === undefined ? plugins : await simulators(root, list.suffix)
    const usedPlugins = await listPlugins(root, list, all)
    outputs.push(generatedModule(list.path, list.lines(usedPlugins)))
    outputs.push(await packageFile(root, list, all, usedPlugins))
  }
  return outputs
}
