/**
 * Every step of every plugin as an MCP tool on standard input and output. Definitions are kept small: output schemas
 * only when asked for, hints only where they differ from MCP's defaults.
 */
import { toJson, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Accounts, type Account } from "./Account.ts"
import type { Plugin } from "./Plugin.ts"
import { Runner } from "./Runner.ts"
import { layer as slimHints } from "./slim-hints.ts"
import { inputSchema, outputSchema, type ObjectSchema } from "./ToolSchema.ts"
import { alwaysWrites, type Hints, type ToolStep } from "./ToolStep.ts"

/** How the server presents itself. */
export interface Options {
  readonly version: string
  /** List output schemas as well. */
  readonly outputSchemas: boolean
  /** Input schemas worked out beforehand, by the step's id: making one takes longer than sending it. */
  readonly inputSchemas?: Readonly<Record<string, ObjectSchema>>
}

/** One definition as tools/list sends it. */
export interface Definition {
  readonly name: string
  readonly description: string
  readonly inputSchema: Record<string, unknown>
  readonly outputSchema?: Record<string, unknown>
  readonly annotations?: Record<string, boolean>
}

/** Only the hints that say something else than their default; `destructive` and `idempotent` mean nothing for reads. */
const annotations = (hints: Hints): Record<string, boolean> => ({
  ...(hints.readOnly && { readOnlyHint: true }),
  ...(!hints.readOnly && !hints.destructive && { destructiveHint: false }),
  ...(!hints.readOnly && hints.idempotent && { idempotentHint: true }),
  ...(!hints.openWorld && { openWorldHint: false })
})

/** The definition of a step, with the plugin's connected accounts as the `account` choice. */
export const definition = (
  step: ToolStep<never>,
  accounts: ReadonlyArray<string>,
  { outputSchemas, inputSchemas }: Pick<Options, "outputSchemas" | "inputSchemas">
): Definition => {
  const { properties, required, ...root } = inputSchemas?.[step.id] ?? inputSchema(step)
  const hints = annotations(step.hints)
  return {
    name: step.id,
    description: step.description,
    inputSchema: {
      ...root,
      properties: {
        ...properties,
        ...(accounts.length > 0 && { account: { type: "string", enum: accounts } })
      },
      ...(required !== undefined && required.length > 0 && { required })
    },
    ...(outputSchemas && { outputSchema: outputSchema(step) }),
    ...(Object.keys(hints).length > 0 && { annotations: hints })
  }
}

const failed = (error: ProviderError, withJson: boolean) =>
  new McpSchema.CallToolResult({
    isError: true,
    content: [McpSchema.TextContent.make({ text: `${error.reason._tag}: ${error.message}` })],
    // A client that knows the output schema would hold an error against it.
    ...(withJson && { structuredContent: toJson(error) })
  })

const succeeded = (value: unknown) => {
  const clean = ProviderText.cleanJson(value)
  return new McpSchema.CallToolResult({
    content: [McpSchema.TextContent.make({ text: JSON.stringify(clean) })],
    structuredContent: clean
  })
}

const register = (step: ToolStep<never>, accounts: ReadonlyArray<string>, options: Options) =>
  Effect.gen(function* () {
    const server = yield* McpServer.McpServer
    const runner = yield* Runner
    const described = definition(step, accounts, options)
    yield* server.addTool({
      tool: new McpSchema.Tool({
        ...described,
        ...(described.annotations !== undefined && { annotations: described.annotations })
      }),
      annotations: Context.empty(),
      handle: (payload: unknown) => {
        const { account, ...input } = (payload ?? {}) as Record<string, unknown>
        return runner.run(step.id, input, typeof account === "string" ? account : undefined).pipe(
          Effect.map(succeeded),
          Effect.catch((error) => Effect.succeed(failed(error, !options.outputSchemas)))
        )
      }
    })
  })

/** The accounts to choose from for a step; `undefined` where all that are connected are read-only, and it writes. */
export const choices = (
  step: ToolStep<never>,
  connected: ReadonlyArray<Pick<Account, "name" | "readOnly">>
): ReadonlyArray<string> | undefined => {
  const usable = connected.filter(({ readOnly }) => !(readOnly && alwaysWrites(step)))
  return usable.length === 0 && connected.length > 0 ? undefined : usable.map(({ name }) => name)
}

/** Plugins that an account is connected of; all of them where there is none at all, to show what there is to connect. */
const listed = (plugins: ReadonlyArray<Plugin>, connected: ReadonlyArray<Account>): ReadonlyArray<Plugin> =>
  connected.length === 0 ? plugins : plugins.filter(({ id }) => connected.some((account) => account.plugin === id))

const registrations = (options: Options, connected: ReadonlyArray<Account>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { plugins } = yield* Runner
      for (const plugin of listed(plugins, connected)) {
        const own = connected.filter((account) => account.plugin === plugin.id)
        for (const step of plugin.toolSteps) {
          const names = choices(step, own)
          if (names !== undefined) yield* register(step, names, options)
        }
      }
    })
  )

/**
 * Serves until standard input ends; accounts that cannot be read keep it from starting. Needs `Stdio`; nothing else may
 * write to standard output.
 */
export const layerStdio = (options: Options) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const connected = yield* (yield* Accounts).all
      return McpServer.layerStdio({
        name: "inlay",
        version: options.version,
        protocols: [McpProtocol.v2025_11_25, McpProtocol.v2025_06_18, McpProtocol.v2025_03_26, McpProtocol.v2026_07_28],
        registrations: registrations(options, connected)
      })
    })
  ).pipe(Layer.provide(slimHints))
