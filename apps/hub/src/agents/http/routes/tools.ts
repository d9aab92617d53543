/** `/api/tools`: the tool steps that a principal may use, previewed and run. */
import { Accounts, type ListedAccount } from "@inlay/agent-plugin/Accounts"
import { stepOf, type Entry } from "@inlay/agent-plugin/Catalog"
import { withHiddenCharacters } from "@inlay/agent-plugin/hidden-characters"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { inputSchema, outputSchema } from "@inlay/agent-plugin/ToolSchema"
import { alwaysWrites } from "@inlay/agent-plugin/ToolStep"
import { TimeLimit } from "@inlay/core-http/Client"
import { UnknownCharge, type Preview } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { HttpServerRequest } from "effect/http/HttpServerRequest"

import { EVENT_HEADER, eventOfCall } from "../../../inbound/chains/event-links.ts"
import { search } from "../../../tool-search.ts"
import { CurrentPrincipal, viaOf } from "../../principals/CurrentPrincipal.ts"
import { Plugins, runAs } from "../../principals/run-as.ts"
import { Api } from "../api/Api.ts"
import { answering, errorJson } from "../failure.ts"

/** As the principal of the request, for the event that it names. */
const asCaller = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const principal = yield* CurrentPrincipal
    const { headers } = yield* HttpServerRequest
    const event = yield* eventOfCall(headers[EVENT_HEADER], principal)
    return yield* runAs(principal, viaOf(principal), event)(effect)
  })

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

const previewView = ({ cached, blocking, unkept, refusal, ...rest }: Preview) => ({
  ...rest,
  cached: cached ?? null,
  blocking: blocking.map(({ id, operation, keys, atMillis, estimate }) => ({
    id,
    operation,
    keys,
    since: new Date(atMillis).toISOString(),
    mayHaveCost: estimate
  })),
  unkept: unkept ?? null,
  refusal: refusal === undefined ? null : errorJson(refusal).error
})

export const layer = HttpApiBuilder.group(Api, "tools", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => answering(asCaller(list(query.query ?? ""))),
    get: ({ params }) => answering(asCaller(get(params.id))),
    run: ({ params, payload: { input = {}, account, unknownCharge, timeoutSeconds } }) =>
      Effect.flatMap(Runner, ({ run }) => run(params.id, input, account)).pipe(
        Effect.map((output) => ({ output: withHiddenCharacters(output, input) })),
        Effect.provideService(UnknownCharge, unknownCharge ?? "block"),
        timeoutSeconds === undefined ? identity : Effect.provideService(TimeLimit, Duration.seconds(timeoutSeconds)),
        asCaller,
        answering
      ),
    preview: ({ params, payload: { input = {}, account } }) =>
      Effect.flatMap(Runner, ({ preview }) => preview(params.id, input, account)).pipe(
        Effect.map(previewView),
        asCaller,
        answering
      )
  })
)
