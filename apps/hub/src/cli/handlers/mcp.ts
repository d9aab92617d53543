/**
 * `inlay mcp`: serves the tool steps to an agent on standard input and output, until the input ends or the process is
 * stopped.
 */
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import { agentWords, serve } from "@inlay/agent-plugin/mcp"
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
  }).pipe(Effect.provide([Runners.layer(plugins, yield* dataDirectory), stdio]))
  if (process.stdin.isTTY) yield* write.err(ON_A_TERMINAL)
  yield* server
})
