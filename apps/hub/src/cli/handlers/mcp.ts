/** `inlay mcp`: the tool steps to an agent, on standard input and output, until input ends or the process is told to stop. */
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import { agentWords, layerStdio } from "@inlay/agent-plugin/mcp"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"

import { inputSchemas } from "../../input-schemas.gen.ts"
import { plugins } from "../../plugins.gen.ts"
import * as Hub from "../../runner.ts"
import * as write from "../../terminal/write.ts"
import { version } from "../../version.ts"
import { connect } from "../words.ts"

export interface Options {
  readonly outputSchemas: boolean
  readonly data: string | undefined
}

const ON_A_TERMINAL = "Waiting for an MCP client on standard input; an agent starts this by itself. Ctrl-C ends it."

/** The agents' words, but for how an account is connected: that is done by this program. */
const words = {
  ...agentWords,
  connect: (remedy, reason) => connect(reason) ?? agentWords.connect(remedy, reason)
} satisfies typeof agentWords

export const mcp = Effect.fnUntraced(function* ({ outputSchemas, data }: Options) {
  const directory = Hub.dataDirectory(data)
  const server = layerStdio({
    plugins,
    version,
    outputSchemas,
    inputSchemas,
    caller: Hub.localCaller("mcp"),
    words
  }).pipe(Layer.provide(Hub.layer(plugins, directory)), Layer.provide(NodeStdio.layer))
  if (process.stdin.isTTY) yield* write.err(ON_A_TERMINAL)
  const serving = yield* Effect.forkChild(
    Layer.launch(server).pipe(
      Effect.catchTag("IllegalArgumentError", Effect.die),
      Effect.mapError(Hub.unusable(directory))
    )
  )
  // The protocol ends by interrupting the fiber that serves it.
  const exit = yield* Fiber.await(serving).pipe(
    Effect.onInterrupt(() =>
      Effect.andThen(
        Fiber.interrupt(serving),
        // A server that was told to stop, and did, has not failed.
        Effect.sync(() => {
          process.exitCode = 0
        })
      )
    )
  )
  if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) yield* exit
})
