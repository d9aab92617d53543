/** `inlay mcp`: the tool steps to an agent, on standard input and output, until input ends or the process is told to stop. */
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import { agentWords, serve } from "@inlay/agent-plugin/mcp"
import * as Effect from "effect/Effect"

import { inputSchemas } from "../../input-schemas.gen.ts"
import * as Hub from "../../runner.ts"
import * as write from "../../terminal/write.ts"
import { version } from "../../version.ts"
import { causingEvent } from "../input/causing-event.ts"
import { allPlugins } from "../plugins.ts"
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
  const plugins = yield* allPlugins
  const directory = Hub.dataDirectory(data)
  const event = yield* causingEvent(undefined)
  const server = serve({
    plugins,
    version,
    outputSchemas,
    inputSchemas,
    caller: Hub.localCaller("mcp", event),
    view: Effect.flatMap(
      Effect.promise(() => import("../../web/built.ts")),
      ({ chatCard }) => chatCard
    ),
    words
  }).pipe(Effect.provide([Hub.layer(plugins, directory), NodeStdio.layer]))
  if (process.stdin.isTTY) yield* write.err(ON_A_TERMINAL)
  yield* Hub.orUnusable(directory)(server).pipe(
    // A server that was told to stop, and did, has not failed.
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        process.exitCode = 0
      })
    )
  )
})
