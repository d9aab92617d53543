/** `inlay triggers`: lists the events that can start an agent. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Trigger, Way } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { plugins as allPlugins } from "../../../plugins.gen.ts"
import { table } from "../../../terminal/table.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import type { Report } from "../../report.ts"

/** A trigger as the JSON output lists it. */
export const entryOf = (plugin: Plugin, { id, title, category, possible }: Trigger<never>) => ({
  id,
  title,
  plugin: plugin.id,
  category,
  delivery: possible[0]?.via ?? "retired",
  ways: possible,
  events: [...new Set(possible.flatMap((way) => ("events" in way ? way.events : [])))],
  needs: possible[0] !== undefined && "needs" in possible[0] ? possible[0].needs : []
})

/** The best way of delivery, in one word. The JSON output lists all ways. */
const deliveryOf = ([best]: ReadonlyArray<Way>): string =>
  best === undefined || best.via === "retired" ? "retired" : best.via === "poll" ? "poll" : "webhook"

const MORE =
  "If no webhook can be created, events are polled. `inlay triggers show <trigger>` shows its target and filters, and what each way of delivery needs; `inlay listen <trigger> --repo OWNER/NAME` shows its events as they come."

/** The report of `inlay triggers` for these plugins. */
export const reportOf = (plugins: ReadonlyArray<Plugin>): Report => {
  const all = plugins.flatMap((plugin) => plugin.triggers.map((trigger) => entryOf(plugin, trigger)))
  return {
    ok: true,
    json: all,
    text: (screen) =>
      [
        table(
          screen,
          [{ title: "Trigger", fixed: true }, { title: "Title" }, { title: "Delivery", fixed: true }],
          all.map(({ id, title, ways }) => [{ text: id, paint: screen.style.cyan }, title, deliveryOf(ways)])
        ),
        "",
        indentLines(MORE, screen.columns, 0)
      ].join("\n")
  }
}

export const triggers: Effect.Effect<Report> = Effect.sync(() => reportOf(allPlugins))
