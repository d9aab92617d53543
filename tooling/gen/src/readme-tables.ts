/**
 * Generates the tables in READMEs and guides, between `<!-- gen:NAME -->` and `<!-- /gen -->`, or for one plugin between
 * `<!-- gen:NAME/PLUGIN -->` and `<!-- /gen -->`. Everything outside is written by hand.
 */
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { enteredFields } from "@inlay/agent-plugin/Account"
import { envOf } from "@inlay/agent-plugin/Environment"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { effectOf } from "@inlay/agent-plugin/ToolStep"
import { wayInWords } from "@inlay/agent-plugin/Trigger"

import type { Output } from "./outputs.ts"

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const line = (cells: ReadonlyArray<string>) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")
}

const toolSteps = (plugins: ReadonlyArray<Plugin>): string =>
  table(
    ["Tool step", "Id", "Does", "Cost"],
    plugins.flatMap((plugin) =>
      plugin.toolSteps.map((step) => [step.title, `\`${step.id}\``, effectOf(step), step.cost?.note ?? "free"])
    )
  )

const triggers = (plugins: ReadonlyArray<Plugin>): string =>
  table(
    ["Trigger", "Id", "How its events arrive"],
    plugins.flatMap((plugin) =>
      plugin.triggers.map(({ title, id, possible }) => [
        title,
        `\`${id}\``,
        [...new Set(possible.map(wayInWords))].join("; ")
      ])
    )
  )

const settingsOf = (plugin: Plugin, kind: Plugin["accountKinds"][number]): string =>
  table(
    ["Setting", "Environment variable", "Default", "Meaning"],
    enteredFields(kind).map((field) => [
      field.label + (field.required ? " (required)" : ""),
      `\`${envOf(plugin.id, field)}\``,
      field.default === undefined ? "" : `\`${field.default}\``,
      field.help
    ])
  )

/** A table for each kind of account, under its title if a plugin has several. */
const settings = (plugins: ReadonlyArray<Plugin>): string =>
  plugins
    .flatMap((plugin) =>
      plugin.accountKinds.map((kind) =>
        plugin.accountKinds.length === 1
          ? settingsOf(plugin, kind)
          : `### ${kind.title} (\`--kind ${kind.id}\`)\n\n${settingsOf(plugin, kind)}`
      )
    )
    .join("\n\n")

const tables: Readonly<Record<string, (plugins: ReadonlyArray<Plugin>) => string>> = {
  "tool-steps": toolSteps,
  triggers,
  settings
}

const MARKER = /<!-- (?:gen:[^ ]*|\/gen) -->/g
const PAIR = /<!-- gen:([^ ]*) -->(?:(?!<!-- gen:)[\s\S])*?<!-- \/gen -->/g

/** A page with its tables regenerated; `undefined` if there is no such page. */
export const page = async (root: string, path: string, plugins: ReadonlyArray<Plugin>): Promise<Output | undefined> => {
  if (!existsSync(join(root, path))) return undefined
  const text = await readFile(join(root, path), "utf8")
  const alone = text.replace(PAIR, "").match(MARKER)
  if (alone !== null) throw new Error(`${path}: the marker ${alone[0]} has no matching start or end marker`)
  const result = text.replace(PAIR, (_, name: string) => {
    const [kind = "", id] = name.split("/")
    const draw = Object.hasOwn(tables, kind) ? tables[kind] : undefined
    const drawn = id === undefined ? plugins : plugins.filter((plugin) => plugin.id === id)
    if (draw === undefined || drawn.length === 0) {
      throw new Error(
        `${path}: unknown generated table ${JSON.stringify(name)}. Tables: ${Object.keys(tables).join(", ")}, each alone or as TABLE/PLUGIN`
      )
    }
    return `<!-- gen:${name} -->\n\n${draw(drawn)}\n\n<!-- /gen -->`
  })
  return { path, text: result }
}
