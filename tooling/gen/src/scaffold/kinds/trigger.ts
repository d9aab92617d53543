/**
 * `pnpm new trigger <plugin> <name>`: makes a polled trigger, its test, and a fixture with the service's answer. For a
 * plugin's first trigger it also adds the list to the plugin, the exports to its package, and the table to its README.
 */
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"

import type { Output } from "../../outputs.ts"
import { UsageError, type Kind } from "../kind.ts"
import { namesOf } from "../names.ts"
import { pluginFolder, serviceOf } from "../operations.ts"
import { fromTemplate } from "../template.ts"

const LIST = `import { triggers } from "./triggers/index.gen.ts"\n`

const EXPORTS = { "./triggers/*": "./src/triggers/*.ts", "./triggers/index.gen": null }

/** Makes the plugin list its triggers. */
const listing = (text: string) =>
  text.replace(/^(import .*"\.\/tool-steps\/index\.gen\.ts"\n)([^]*)\btriggers: \[\]/m, `$1${LIST}$2triggers`)

/** Makes the package export them, next to its steps. */
const exporting = (text: string) => {
  const all: { readonly exports?: Readonly<Record<string, unknown>> } = JSON.parse(text)
  const paths = Object.entries(all.exports ?? {})
  const at = paths.findIndex(([path]) => path === "./tool-steps/*") + 1
  if (at === 0) return text
  const exports = Object.fromEntries(paths.toSpliced(at, 0, ...Object.entries(EXPORTS)))
  return `${JSON.stringify({ ...all, exports }, null, 2)}\n`
}

/** Adds a table of them to the README. */
const showing = (text: string) =>
  text.replace(
    /<!-- gen:tool-steps -->[^]*?<!-- \/gen -->\n/,
    (steps) => `${steps}\n<!-- gen:triggers --><!-- /gen -->\n`
  )

const room = { "src/plugin.ts": listing, "package.json": exporting, "README.md": showing }

const exampleFiles = async (root: string, folder: string): Promise<ReadonlyArray<Output>> => {
  const edits: Array<Output> = []
  for (const [name, withTriggers] of Object.entries(room)) {
    const path = `${folder}/${name}`
    const before = existsSync(join(root, path)) ? await readFile(join(root, path), "utf8") : ""
    const text = withTriggers(before)
    if (text === before) {
      throw new UsageError(
        `${path} does not have the expected form, so triggers cannot be added to it. Compare it with another plugin that has none.`
      )
    }
    edits.push({ path, text })
  }
  return edits
}

export const trigger: Kind = {
  name: "trigger",
  summary: "an event at a plugin's service that can start an agent",
  arguments: ["plugin", "name"],
  example: "pnpm new trigger salesdata new-signal",
  plan: async (root, { plugin = "", name = "" }) => {
    const names = namesOf(name)
    const folder = await pluginFolder(root, plugin)
    const { name: service, file, slash } = await serviceOf(join(root, folder, "src/client"))
    const path = `${folder}/src/triggers/${names.kebab}`
    const fixture = `${folder}/fixtures/events/${names.kebab}.json`
    return {
      files: await fromTemplate("trigger", folder, {
        starter: plugin,
        "StarterClient.ts": file,
        StarterClient: service,
        SLASH: slash,
        "new-event": names.kebab,
        newEvent: names.camel,
        new_event: names.snake,
        "New Event": names.title
      }),
      edits: existsSync(join(root, folder, "src/triggers")) ? [] : await exampleFiles(root, folder),
      next: [
        `Edit ${fixture}: the real service's response, and the event that the trigger makes of it.`,
        `Edit ${path}.ts: description, category, target, output, key, and how its events arrive. Edit ${path}.test.ts to match.`,
        `Then: pnpm gen && pnpm --filter ./${folder} test`
      ]
    }
  }
}
