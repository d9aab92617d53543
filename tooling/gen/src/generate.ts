/** Runs all generators over one checkout: finds the stale files and, unless it only checks, writes their new text. */
import { existsSync } from "node:fs"
import { join } from "node:path"

import { appFiles } from "./app-files.ts"
import { moduleBarrel, unitBarrel } from "./barrels.ts"
import { sectionList } from "./extension-sections.ts"
import { stale, write, type Output } from "./outputs.ts"
import { accountVariables, inputSchemas, manifestFile, schemaSnapshots, triggerExamples } from "./plugin-files.ts"
import { publishedPackages } from "./published.ts"
import { page } from "./readme-tables.ts"
import { serverFile } from "./server-file.ts"
import { loadPlugin, pluginFolders, readPackage } from "./workspace.ts"

const present = (outputs: ReadonlyArray<Output | undefined>): ReadonlyArray<Output> =>
  outputs.filter((output) => output !== undefined)

const barrels = async (root: string, folders: ReadonlyArray<string>): Promise<ReadonlyArray<Output>> =>
  present([
    await moduleBarrel(root, "packages/core-http"),
    await moduleBarrel(root, "packages/agent-plugin"),
    await sectionList(root),
    ...(await Promise.all(
      folders.flatMap((folder) => [
        unitBarrel(root, `${folder}/src/tool-steps`, "toolSteps"),
        unitBarrel(root, `${folder}/src/triggers`, "triggers")
      ])
    ))
  ])

/** The pages of `docs` with tables. */
const GUIDES = ["settings", "tool-steps", "triggers"]

const fromPlugins = async (root: string, folders: ReadonlyArray<string>): Promise<ReadonlyArray<Output>> => {
  const allPlugins = await Promise.all(
    folders.map(async (folder) => ({
      folder,
      plugin: await loadPlugin(root, folder),
      packageName: (await readPackage(root, folder)).name
    }))
  )
  const plugins = allPlugins.map(({ plugin }) => plugin)
  return present([
    ...allPlugins.flatMap(({ folder, plugin }) => [manifestFile(folder, plugin), ...schemaSnapshots(folder, plugin)]),
    inputSchemas(plugins),
    accountVariables(plugins),
    await serverFile(root, plugins),
    await triggerExamples(root, allPlugins),
    ...(await appFiles(
      root,
      allPlugins.map(({ folder, plugin, packageName }) => ({
        id: plugin.id,
        packageName,
        hasCommands: existsSync(join(root, folder, "src/commands/index.ts"))
      }))
    )),
    ...(await publishedPackages(root)),
    ...(await Promise.all(allPlugins.map(({ folder, plugin }) => page(root, `${folder}/README.md`, [plugin])))),
    ...(await Promise.all(GUIDES.map((name) => page(root, `docs/${name}.md`, plugins))))
  ])
}

/** @returns paths of the stale files, from the root; with `check`, nothing is written */
export const generate = async (root: string, check: boolean): Promise<ReadonlyArray<string>> => {
  const folders = await pluginFolders(root)
  // Barrels come first, because plugins are loaded through them.
  const first = await stale(root, await barrels(root, folders))
  if (!check) await write(root, first)
  const rest = await stale(root, await fromPlugins(root, folders))
  if (!check) await write(root, rest)
  return [...first, ...rest].map(({ path }) => path)
}
