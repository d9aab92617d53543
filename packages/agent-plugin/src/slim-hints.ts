/**
 * Takes out of tools/list what only repeats a default of MCP. `effect/ai` writes all four hints of every tool whatever
 * it is given, so they are removed from the messages on their way out.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"

const DEFAULTS: Readonly<Record<string, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const slimTool = (tool: unknown): unknown => {
  if (!isObject(tool) || !isObject(tool["annotations"])) return tool
  const { annotations, ...rest } = tool
  const said = Object.entries(annotations).filter(([hint, value]) => DEFAULTS[hint] !== value)
  return said.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(said) }
}

/** One JSON-RPC message; anything but a list of tools comes back as it is. */
export const slimMessage = (line: string): string => {
  if (!line.includes('"inputSchema"')) return line
  const message: unknown = JSON.parse(line)
  if (!isObject(message) || !isObject(message["result"]) || !Array.isArray(message["result"]["tools"])) return line
  const { result } = message
  return JSON.stringify({ ...message, result: { ...result, tools: message["result"]["tools"].map(slimTool) } })
}

const slimChunk = (chunk: string | Uint8Array): string | Uint8Array =>
  typeof chunk === "string" ? chunk.split("\n").map(slimMessage).join("\n") : chunk

/** Standard input and output whose written messages are slimmed. */
export const layer: Layer.Layer<Stdio.Stdio, never, Stdio.Stdio> = Layer.effect(
  Stdio.Stdio,
  Effect.map(Stdio.Stdio, (stdio) =>
    Stdio.make({ ...stdio, stdout: (options) => Sink.mapInput(stdio.stdout(options), slimChunk) })
  )
)
