/** `/api/triggers`: the triggers of the plugins that the caller may use. */
import { Accounts, type ListedAccount } from "@inlay/agent-plugin/Accounts"
import { quotedName } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { inputSchema } from "@inlay/agent-plugin/ToolSchema"
import { wayInWords, type Trigger } from "@inlay/agent-plugin/Trigger"
import { nearest } from "@inlay/core-http/nearest"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { unknownName } from "../../../../hub-error.ts"
import { Plugins } from "../../../run-as/run-as.ts"
import { Api } from "../../api/Api.ts"
import { answering } from "../../failure.ts"
import { asCaller } from "../../running.ts"

const view = (plugin: Plugin, one: Trigger<never>, accounts: ReadonlyArray<ListedAccount>) => ({
  id: one.id,
  title: one.title,
  plugin: plugin.id,
  category: one.category,
  description: one.description,
  ways: one.possible.map(wayInWords),
  accounts: accounts
    .filter((account) => account.plugin === plugin.id && account.problem === undefined)
    .map(({ name }) => name)
})

const all = Effect.map(Plugins, (plugins) =>
  plugins.flatMap((plugin) => plugin.triggers.map((trigger) => ({ plugin, trigger })))
)

const list = Effect.gen(function* () {
  const accounts = yield* (yield* Accounts).list
  return { triggers: (yield* all).map(({ plugin, trigger }) => view(plugin, trigger, accounts)) }
})

const get = Effect.fnUntraced(function* (id: string) {
  const entries = yield* all
  const entry = entries.find(({ trigger }) => trigger.id === id)
  if (entry === undefined) {
    const nearestNames = nearest(
      id,
      entries.map(({ trigger }) => trigger.id)
    )
    return yield* unknownName("triggers", `There is no trigger ${quotedName(id)}.`, nearestNames)
  }
  const { plugin, trigger } = entry
  return {
    ...view(plugin, trigger, yield* (yield* Accounts).list),
    targetSchema: inputSchema({ input: trigger.target }),
    filtersSchema: inputSchema({ input: trigger.filters })
  }
})

export const layer = HttpApiBuilder.group(Api, "triggers", (handlers) =>
  handlers.handleAll({
    list: () => answering(asCaller(list)),
    get: ({ params }) => answering(asCaller(get(params.id)))
  })
)
