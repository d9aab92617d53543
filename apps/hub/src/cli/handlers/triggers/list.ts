/** `inlay triggers`: the events that can start an agent. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { wayInWords } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { plugins as allPlugins } from "../../../plugins.gen.ts"
import { table } from "../../../terminal/table.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import type { Report } from "../../report.ts"

const listOf = (plugins: ReadonlyArray<Plugin>) =>
  plugins.flatMap((plugin) =>
    plugin.triggers.map(({ id, title, category, possible }) => ({
      id,
      title,
      plugin: plugin.id,
      category,
      delivery: possible[0]?.via ?? "retired",
      ways: possible,
      events: [...new Set(possible.flatMap((way) => ("events" in way ? way.events : [])))],
      needs: possible[0] !== undefined && "needs" in possible[0] ? possible[0].needs : []
    }))
  )

const NONE =
  "There is no trigger yet: none of the plugins has one. A trigger is an event at a service, such as a new issue in a repository, that starts an agent; plugins of services that send events bring them, and they are listed here."

/** What `inlay triggers` says of these plugins. */
export const reportOf = (plugins: ReadonlyArray<Plugin>): Report => {
  const all = listOf(plugins)
  return {
    ok: true,
    json: all,
    text: (screen) =>
      all.length === 0
        ? indentLines(NONE, screen.columns, 0)
        : table(
            screen,
            [{ title: "Trigger", fixed: true }, { title: "Title" }, { title: "Category" }, { title: "Delivery" }],
            all.map(({ id, title, category, ways }) => [
              { text: id, paint: screen.style.cyan },
              title,
              category,
              ways.map(wayInWords).join("; ")
            ])
          )
  }
}

export const triggers: Effect.Effect<Report> = Effect.sync(() => reportOf(allPlugins))
