/** `inlay triggers`: the events that can start an agent. */
import type { Delivery } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { plugins } from "../../plugins.gen.ts"
import { table } from "../../terminal/table.ts"
import { indented } from "../../terminal/wrap.ts"
import type { Report } from "../report.ts"

const all = plugins.flatMap((plugin) =>
  plugin.triggers.map(({ id, title, category, delivery }) => ({
    id,
    title,
    plugin: plugin.id,
    category,
    delivery: delivery.via,
    events: "events" in delivery ? delivery.events : [],
    needs: "needs" in delivery ? delivery.needs : [],
    said: inWords(delivery)
  }))
)

function inWords(delivery: Delivery): string {
  switch (delivery.via) {
    case "webhook":
      return "webhook"
    case "orgWebhook":
      return "organisation webhook"
    case "poll":
      return `poll, within ${delivery.expectedDelaySeconds} s`
    case "retired":
      return `retired, use ${delivery.use}`
  }
}

const NONE =
  "There is no trigger yet: none of the plugins has one. A trigger is an event at a service, such as a new issue in a repository, that starts an agent; plugins of services that send events bring them, and they are listed here."

export const triggers: Effect.Effect<Report> = Effect.succeed({
  ok: true,
  json: all.map(({ said: _said, ...trigger }) => trigger),
  text: (screen) =>
    all.length === 0
      ? indented(NONE, screen.columns, 0)
      : table(
          screen,
          [{ title: "Trigger", fixed: true }, { title: "Title" }, { title: "Category" }, { title: "Delivery" }],
          all.map(({ id, title, category, said }) => [{ text: id, paint: screen.style.cyan }, title, category, said])
        )
})
