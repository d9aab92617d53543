/** `/api/tools`: lists, previews and runs the tool steps that the caller may use. */
import { Accounts, type ListedAccount } from "@inlay/agent-plugin/Accounts"
import { stepOf, type Entry } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { inputSchema, outputSchema } from "@inlay/agent-plugin/ToolSchema"
import { alwaysWrites } from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { HttpServerRequest } from "effect/http/HttpServerRequest"

import { previewJson } from "../../../../spend-json.ts"
import { search } from "../../../../tool-search.ts"
import { Plugins } from "../../../run-as/run-as.ts"
import { Api } from "../../api/Api.ts"
import { answering, errorJson } from "../../failure.ts"
import { asCaller, events, isStreamed, runOf } from "../../running.ts"

const toolView = ({ plugin, step }: Entry<Plugin>, accounts: ReadonlyArray<ListedAccount>) => ({
  id: step.id,
  title: step.title,
  plugin: plugin.id,
  description: step.description,
  hints: step.hints,
  cost: step.cost,
  accounts: accounts
    .filter((one) => one.plugin === plugin.id && one.problem === undefined && !(one.readOnly && alwaysWrites(step)))
    .map(({ name }) => name)
})

const list = Effect.fnUntraced(function* (query: string) {
  const plugins = yield* Plugins
  const accounts = yield* (yield* Accounts).list
  return { tools: search(plugins, query).map((entry) => toolView(entry, accounts)) }
})

const get = Effect.fnUntraced(function* (id: string) {
  const entry = yield* Effect.fromResult(stepOf(yield* Plugins, id))
  const accounts = yield* (yield* Accounts).list
  return {
    ...toolView(entry, accounts),
    inputSchema: inputSchema(entry.step),
    outputSchema: outputSchema(entry.step)
  }
})

export const layer = HttpApiBuilder.group(Api, "tools", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => answering(asCaller(list(query.query ?? ""))),
    get: ({ params }) => answering(asCaller(get(params.id))),
    run: Effect.fnUntraced(function* ({ params, payload }) {
      const { headers } = yield* HttpServerRequest
      if (isStreamed(headers["accept"])) return yield* answering(events(params.id, payload))
      return yield* answering(runOf(params.id, payload))
    }),
    preview: ({ params, payload: { input = {}, account } }) =>
      Effect.flatMap(Runner, ({ preview }) => preview(params.id, input, account)).pipe(
        Effect.map((ahead) => previewJson(ahead, (refusal) => errorJson(refusal).error)),
        asCaller,
        answering
      )
  })
)
