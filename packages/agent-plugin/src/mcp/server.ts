/** The tools on standard input and output: the transport around `listing` and `call`. */
import { toJson } from "@inlay/core-http/ProviderError"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Accounts } from "../Accounts.ts"
import type { CallerOf } from "../Caller.ts"
import type { Plugin } from "../Plugin.ts"
import { Runner } from "../Runner.ts"
import { adviceOf } from "../words/advice.ts"
import { call, unlisted, type CallResult, type Options as CallOptions } from "./call.ts"
import type { Options as DefinitionOptions } from "./definition.ts"
import { listing, type Listing, type Tool } from "./listing.ts"
import * as StdioMessages from "./stdio-messages.ts"
import { agentWords } from "./words.ts"

export { definition, type Definition } from "./definition.ts"
export { choices } from "./listing.ts"
export { agentWords } from "./words.ts"

/** How the server presents itself. */
export interface Options extends DefinitionOptions, CallOptions {
  /** Those of the runner. */
  readonly plugins: ReadonlyArray<Plugin>
  readonly version: string
  /** Whose server it is: the caller of every call. */
  readonly caller: CallerOf
}

const resultOf = ({ content: [{ text }], isError, structuredContent }: CallResult) =>
  new McpSchema.CallToolResult({
    content: [McpSchema.TextContent.make({ text })],
    ...(isError === true && { isError }),
    ...(structuredContent !== undefined && { structuredContent })
  })

const register = ({ definition: described }: Tool, options: Options) =>
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    const runner = yield* Runner
    yield* server.addTool({
      tool: new McpSchema.Tool(described),
      annotations: Context.empty(),
      handle: (payload: unknown) =>
        call(options.caller, described.name, (payload ?? {}) as Record<string, unknown>, options).pipe(
          Effect.map(resultOf),
          Effect.provideService(Runner, runner)
        )
    })
  })

const misshapen = (problem: string): StdioMessages.RpcError => ({
  code: StdioMessages.INVALID_PARAMS,
  message: `${problem} Nothing was done.`
})

/** A call that is none, and one of a tool that is not listed, get more than the protocol's own few words. */
const refuse = (offer: Listing, options: Options) => {
  const names = new Set(offer.tools.map(({ step }) => step.id))
  return Effect.fnUntraced(function* ({ method, params }: StdioMessages.Message) {
    if (method !== "tools/call") return undefined
    const { name, arguments: input } = (params ?? {}) as Readonly<Record<string, unknown>>
    if (typeof name !== "string") return misshapen("params.name must be the name of a tool, a text.")
    if (names.has(name)) {
      const isInput = input === undefined || (typeof input === "object" && input !== null && !Array.isArray(input))
      return isInput ? undefined : misshapen("params.arguments must be an object, or left out.")
    }
    const error = yield* unlisted(options.plugins, offer, name)
    const data = toJson(error, adviceOf(options.words ?? agentWords, error))
    return { code: StdioMessages.INVALID_PARAMS, message: `${data.error.reason}: ${data.error.message}`, data }
  })
}

/**
 * Serves until standard input ends; accounts that cannot be read keep it from starting. Needs `Stdio`; nothing else may
 * write to standard output.
 */
export const layerStdio = (options: Options) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const runner = yield* Runner
      const offer = listing(options.plugins, yield* accounts.list, options)
      const services = Context.make(Accounts, accounts).pipe(Context.add(Runner, runner))
      return McpServer.layerStdio({
        name: "inlay",
        version: options.version,
        instructions: offer.instructions,
        protocols: [McpProtocol.v2025_11_25, McpProtocol.v2025_06_18, McpProtocol.v2025_03_26, McpProtocol.v2026_07_28],
        registrations: Layer.effectDiscard(
          Effect.forEach(offer.tools, (tool) => register(tool, options), { discard: true })
        )
      }).pipe(
        Layer.provide(
          StdioMessages.layer((message) => Effect.provideContext(refuse(offer, options)(message), services))
        )
      )
    })
  )
