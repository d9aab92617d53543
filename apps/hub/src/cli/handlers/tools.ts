/** `inlay tools`: lists tool steps for people and programs. */
import { stepOf, type Entry as CatalogEntry } from "@inlay/agent-plugin/Catalog"
import { titleOf, type Plugin } from "@inlay/agent-plugin/Plugin"
import { inputSchema, outputSchema } from "@inlay/agent-plugin/ToolSchema"
import { effectOf, type ToolStep } from "@inlay/agent-plugin/ToolStep"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { pluginLoaders } from "../../plugin-loaders.gen.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { table } from "../../terminal/table.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { search } from "../../tool-search.ts"
import { exampleOf } from "../output/example.ts"
import { fieldTable } from "../output/field-table.ts"
import { allPlugins } from "../plugins.ts"
import type { Report } from "../report.ts"
import { PluginFiles } from "../settings.ts"
import { withFiles } from "../words.ts"

type Entry = CatalogEntry<Plugin>

const describe = ({ plugin, step }: Entry) => ({
  id: step.id,
  title: step.title,
  plugin: plugin.id,
  description: step.description,
  hints: step.hints,
  cost: step.cost,
  inputSchema: inputSchema(step),
  outputSchema: outputSchema(step)
})

const costOf = ({ cost }: ToolStep<never>): string => {
  if (cost === null) return "free"
  if (cost.upTo === null) return cost.unit
  return `up to ${cost.upTo} ${cost.upTo === 1 ? cost.unit.replace(/s$/, "") : cost.unit}`
}

/** Names the plugins of these steps that are in beta. */
const betaLine = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const titles = [...new Set(entries.map(({ plugin }) => plugin))]
    .filter(({ status }) => status === "beta")
    .map(({ title }) => title)
  return titles.length === 0 ? [] : [`In beta: ${titles.join(", ")}.`]
}

const list = (screen: Screen, entries: ReadonlyArray<Entry>, files: ReadonlyArray<string>): string =>
  [
    // The id begins with the plugin, so there is no column for it.
    table(
      screen,
      [{ title: "Tool step", fixed: true }, { title: "Title" }, { title: "Cost", fixed: true }],
      entries.map(({ step }) => [{ text: step.id, paint: screen.style.cyan }, step.title, costOf(step)])
    ),
    "",
    ...[
      withFiles("`inlay tools <id>` shows one in full; `inlay run <id> field=value` runs it.", files),
      ...betaLine(entries)
    ].map((line) => screen.style.dim(indentLines(line, screen.columns, 0)))
  ].join("\n")

const toolDescription = (screen: Screen, { plugin, step }: Entry, files: ReadonlyArray<string>): string => {
  const { style, columns } = screen
  const { destructive, idempotent } = step.hints
  const effects = [
    effectOf(step),
    ...(destructive ? ["may delete or overwrite"] : []),
    idempotent ? "safe to repeat" : "not safe to repeat blindly"
  ]
  const needs = step.scopes.length === 0 ? [] : [`Needs: ${step.scopes.join(", ")}`]
  return [
    `${style.bold(step.title)}  ${style.dim(titleOf(plugin))}`,
    style.cyan(step.id),
    "",
    indentLines(step.description, columns, 0),
    "",
    indentLines(`Cost: ${costOf(step)}${step.cost === null ? "" : ` (${step.cost.note})`}`, columns, 0),
    indentLines(`Effects: ${effects.join(", ")}`, columns, 0),
    ...needs.map((line) => indentLines(line, columns, 0)),
    "",
    fieldTable(screen, "Input", inputSchema(step)) ?? "Takes no input.",
    "",
    // Not wrapped, because users copy it.
    style.dim(exampleOf(step.id, inputSchema(step), Object.hasOwn(pluginLoaders, plugin.id) ? [] : files)),
    style.dim(indentLines("`inlay run --help` lists the flags, such as --preview.", columns, 0))
  ].join("\n")
}

const noMatch = (
  { columns }: Screen,
  query: string,
  nearest: ReadonlyArray<string>,
  files: ReadonlyArray<string>
): string =>
  [
    // At full length: if the text were truncated before it is redacted, part of a secret could be shown.
    `No tool step mentions "${ProviderText.line(query, query.length)}".`,
    nearest.length === 0 ? "" : `Nearest: ${nearest.join(", ")}`,
    withFiles("`inlay tools` lists all.", files)
  ]
    .filter(Boolean)
    .map((line) => indentLines(line, columns, 0))
    .join("\n")

const nearTo = (plugins: ReadonlyArray<Plugin>, query: string): ReadonlyArray<string> => {
  const entry = stepOf(plugins, query)
  return Result.isFailure(entry) && entry.failure.reason._tag === "NotFound" ? (entry.failure.reason.known ?? []) : []
}

// An effect that returns a report, like every handler.
export const tools = (query: string) =>
  Effect.map(Effect.all([allPlugins, PluginFiles]), ([plugins, files]): Report => {
    const entries = search(plugins, query)
    const nearest = entries.length === 0 ? nearTo(plugins, query.trim()) : []
    const [first] = entries
    return {
      ok: true,
      json: entries.map(describe),
      text: (screen) => {
        if (first === undefined) return noMatch(screen, query, nearest, files)
        return entries.length === 1 && query !== ""
          ? toolDescription(screen, first, files)
          : list(screen, entries, files)
      }
    }
  })
