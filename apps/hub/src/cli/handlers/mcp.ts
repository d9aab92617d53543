/**
 * `inlay mcp`: serves the tool steps to an agent on standard input and output, until the input ends or the process is
 * stopped.
 */
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import { agentWords, serve } from "@inlay/agent-plugin/mcp"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"

import { inputSchemas } from "../../input-schemas.gen.ts"
import * as Runners from "../../runner.ts"
import * as write from "../../terminal/write.ts"
import { version } from "../../version.ts"
import { dataDirectory } from "../data-directory.ts"
import { causingEvent } from "../input/causing-event.ts"
import { allPlugins } from "../plugins.ts"
import { connect } from "../words.ts"

/** Standard output has the messages even if a plugin writes to it. */
const stdio = Layer.effect(
  Stdio.Stdio,
  Effect.map(Stdio.Stdio, (node) => ({
    ...node,
    stdout: () => Sink.forEach(write.raw)
  }))
).pipe(Layer.provide(NodeStdio.layer))

const ON_A_TERMINAL = "Waiting for an MCP client on standard input; an agent starts this by itself. Ctrl-C ends it."

/** The wording for agents, except for how to connect an account, which is done with this program. */
const words = {
  ...agentWords,
  connect: (remedy, reason) => connect(reason) ?? agentWords.connect(remedy, reason)
} satisfies typeof agentWords

/** A runner whose failures name the flag or variable of a wrong setting, as those of `inlay run` do. */
const explainingRunner = (plugins: ReadonlyArray<Plugin>) =>
  Layer.effect(
    Runner,
    Effect.gen(function* () {
      const runner = yield* Runner
      const accounts = yield* Accounts
      const explained = Effect.fnUntraced(function* (error: ProviderError, step: string, name: string | undefined) {
        const { plugin } = yield* Effect.fromResult(stepOf(plugins, step))
        const account = yield* Effect.orElseSucceed(accounts.find(plugin, name), () => undefined)
        const { ofSettings } = yield* Effect.promise(() => import("../account-problems.ts"))
        return yield* Effect.fail(ofSettings(error, plugin, account))
      })
      return {
        ...runner,
        run: (step, input, name) =>
          runner.run(step, input, name).pipe(Effect.catch((error) => explained(error, step, name)))
      }
    })
  )

export const mcp = Effect.fnUntraced(function* (outputSchemas: boolean) {
  const plugins = yield* allPlugins
  const event = yield* causingEvent(undefined)
  const server = serve({
    plugins,
    version,
    outputSchemas,
    inputSchemas,
    caller: Runners.localCaller("mcp", event),
    view: Effect.flatMap(
      Effect.promise(() => import("../../web/built.ts")),
      ({ chatCard }) => chatCard
    ),
    words
  }).pipe(
    Effect.provide(explainingRunner(plugins)),
    Effect.provide([Runners.layer(plugins, yield* dataDirectory), stdio])
  )
  if (process.stdin.isTTY) yield* write.err(ON_A_TERMINAL)
  yield* server
})
