/** `inlay triggers show`: one trigger in full: how its events arrive, what it watches, and its filters. */
import { titleOf } from "@inlay/agent-plugin/Plugin"
import { inputSchema, type ObjectSchema } from "@inlay/agent-plugin/ToolSchema"
import { wayInWords, type Way } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { plugins } from "../../../plugins.gen.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { table } from "../../../terminal/table.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { fieldTable } from "../../output/field-table.ts"
import type { Report } from "../../report.ts"
import { entryOf } from "./list.ts"
import { triggerById, type PluginTrigger } from "./trigger-by-id.ts"

const FILTERS =
  "All filters must match. Repeat --filter for several filters, or for several values of one. In texts, * matches any characters."

const arrivals = (screen: Screen, ways: ReadonlyArray<Way>): string =>
  table(
    screen,
    [{ title: "Arrives by", fixed: true }, { title: "Needs" }],
    ways.map((way) => [wayInWords(way), "needs" in way ? way.needs.join(", ") : ""])
  )

/** `--repo`, if a repository is all that the target needs; otherwise its required fields as JSON, to fill in. */
const targetFlag = ({ properties = {}, required = [] }: ObjectSchema): string => {
  const others = required.filter((name) => name !== "owner" && name !== "repo")
  if (others.length === 0 && Object.hasOwn(properties, "repo")) return " --repo OWNER/NAME"
  const fields = required.map((name) => {
    const { type } = properties[name] as { readonly type?: unknown }
    return [name, type === "integer" ? 1 : name.toUpperCase()]
  })
  return fields.length === 0 ? "" : ` --target '${JSON.stringify(Object.fromEntries(fields))}'`
}

const textOf = (screen: Screen, { plugin, trigger }: PluginTrigger): string => {
  const { style, columns } = screen
  const target = inputSchema({ input: trigger.target })
  const filters = fieldTable(screen, "Filter", inputSchema({ input: trigger.filters }))
  return [
    `${style.bold(trigger.title)}  ${style.dim(titleOf(plugin))}`,
    style.cyan(trigger.id),
    "",
    indentLines(trigger.description, columns, 0),
    "",
    arrivals(screen, trigger.possible),
    "",
    fieldTable(screen, "Target", target) ?? "Has no target: it watches the whole account.",
    "",
    ...(filters === undefined ? ["Has no filters."] : [filters, "", indentLines(FILTERS, columns, 0)]),
    "",
    // Not wrapped, because users copy it.
    style.dim(`inlay listen ${trigger.id}${targetFlag(target)}`)
  ].join("\n")
}

/** Fails as `NotFound`, with the nearest ids, if there is no such trigger. */
export const show = (id: string) =>
  Effect.map(triggerById(plugins, id), (entry): Report => {
    const { plugin, trigger } = entry
    return {
      ok: true,
      json: {
        ...entryOf(plugin, trigger),
        description: trigger.description,
        targetSchema: inputSchema({ input: trigger.target }),
        filtersSchema: inputSchema({ input: trigger.filters })
      },
      text: (screen) => textOf(screen, entry)
    }
  })
