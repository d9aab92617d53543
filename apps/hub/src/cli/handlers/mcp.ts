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
import * as StorageLocation from "../../storage/StorageLocation.ts"
import * as write from "../../terminal/write.ts"
import { version } from "../../version.ts"
import { causingEvent } from "../input/causing-event.ts"
import { allPlugins } from "../plugins.ts"
import { connect } from "../words.ts"

export interface Options {
  readonly outputSchemas: boolean
  readonly data: string | undefined
}

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

export const mcp = Effect.fnUntraced(function* ({ outputSchemas, data }: Options) {
  const plugins = yield* allPlugins
  const directory = StorageLocation.dataDirectory(data)
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
  }).pipe(Effect.provide([Runners.layer(plugins, directory), stdio]))
  if (process.stdin.isTTY) yield* write.err(ON_A_TERMINAL)
  yield* StorageLocation.orUnusable(directory)(server).pipe(
    // Stopping on request is not a failure.
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        process.exitCode = 0
      })
    )
  )
})
