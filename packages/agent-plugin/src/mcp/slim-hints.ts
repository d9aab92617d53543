/**
 * Takes out of tools/list what only repeats a default of MCP. `effect/ai` writes all four hints of every tool whatever
 * it is given, so they are removed from the messages on their way out.
 */
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
  const hints = Object.entries(annotations).filter(([hint, value]) => DEFAULTS[hint] !== value)
  return hints.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(hints) }
}

/** One JSON-RPC message; anything but a list of tools comes back as it is. */
export const slimMessage = (line: string): string => {
  if (!line.includes('"inputSchema"')) return line
  const message: unknown = JSON.parse(line)
  if (!isObject(message) || !isObject(message["result"]) || !Array.isArray(message["result"]["tools"])) return line
  const { result } = message
  return JSON.stringify({ ...message, result: { ...result, tools: message["result"]["tools"].map(slimTool) } })
}
