/** A plugin's folder, and the client's service that its steps run on: read from its files, so that nothing is loaded. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { pluginFolders, units } from "../workspace.ts"
import { UsageError } from "./kind.ts"

export interface PluginService {
  readonly plugin: string
  /** `packages/<plugin>`. */
  readonly folder: string
  /** The class: `SalesData`. */
  readonly service: string
  /** How its provider's endpoints begin: with a slash, or without one. */
  readonly slash: "/" | ""
}

const SERVICE = /^export class (\w+) extends Context\.Service</m

export const pluginService = async (root: string, plugin: string): Promise<PluginService> => {
  const known = (await pluginFolders(root)).map((folder) => folder.slice("packages/".length))
  if (!known.includes(plugin)) {
    throw new UsageError(`There is no plugin ${JSON.stringify(plugin)}. Plugins: ${known.join(", ") || "none yet"}.`)
  }
  const folder = `packages/${plugin}`
  for (const name of await units(root, `${folder}/src/client`)) {
    const text = await readFile(join(root, folder, `src/client/${name}.ts`), "utf8")
    if (SERVICE.exec(text)?.[1] !== name) continue
    return { plugin, folder, service: name, slash: text.includes('pathStyle: "no-leading-slash"') ? "" : "/" }
  }
  throw new UsageError(
    `The plugin ${plugin} has no client service: a file of ${folder}/src/client that exports a class of its own name.`
  )
}
