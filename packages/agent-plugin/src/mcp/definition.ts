/**
 * Describes steps for tools/list. Definitions are kept small: output schemas only on request, and hints only if they
 * differ from MCP's defaults.
 */
import { isJsonObject } from "@inlay/core-http/json-object"

import { inputSchema, outputSchema, type ObjectSchema } from "../steps/ToolSchema.ts"
import type { Hints, ToolStep } from "../steps/ToolStep.ts"

/** Options for definitions. */
export interface Options {
  /** Whether to list output schemas as well. */
  readonly outputSchemas: boolean
  /** Precomputed input schemas by step id, because generating one takes longer than sending it. */
  readonly inputSchemas?: Readonly<Record<string, ObjectSchema>>
}

/** One definition as tools/list returns it. */
export interface Definition {
  readonly name: string
  readonly description: string
  readonly inputSchema: Record<string, unknown>
  readonly outputSchema?: Record<string, unknown>
  readonly annotations?: Record<string, boolean>
  /** For clients that show views. */
  readonly _meta?: Record<string, unknown>
}

/** Only hints that differ from their default. `destructive` and `idempotent` have no meaning for read-only tools. */
const annotations = (hints: Hints): Record<string, boolean> => ({
  ...(hints.readOnly && { readOnlyHint: true }),
  ...(!hints.readOnly && !hints.destructive && { destructiveHint: false }),
  ...(!hints.readOnly && hints.idempotent && { idempotentHint: true }),
  ...(!hints.openWorld && { openWorldHint: false })
})

/** Up to how many accounts are named in every definition: a hundred names in each of 25 tools are 10,000 tokens. */
const MAX_NAMED = 20

const accountSchema = (names: ReadonlyArray<string>): Record<string, unknown> =>
  names.length <= MAX_NAMED
    ? { type: "string", enum: names }
    : { type: "string", description: `One of ${names.length} account names. A call without it only lists them` }

const withoutRequired = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withoutRequired)
  if (!isJsonObject(node)) return node
  const entries = Object.entries(node).filter(([key, value]) => key !== "required" || !Array.isArray(value))
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutRequired(value)]))
}

/**
 * Requires only the answer's own fields: one that was cut to its limit lacks fields of its records, and clients refuse
 * an answer that does not fit its schema, even one that was paid for.
 */
const listedOutput = (step: ToolStep<never>): Record<string, unknown> => {
  const { required, ...schema } = outputSchema(step)
  return { ...(withoutRequired(schema) as object), ...(required !== undefined && { required }) }
}

/** Returns the definition of a step, with the plugin's connected accounts as the values of `account`. */
export const definition = (
  step: ToolStep<never>,
  accounts: ReadonlyArray<string>,
  { outputSchemas, inputSchemas }: Options
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
        ...(accounts.length > 0 && { account: accountSchema(accounts) })
      },
      ...(required !== undefined && required.length > 0 && { required })
    },
    ...(outputSchemas && { outputSchema: listedOutput(step) }),
    ...(Object.keys(hints).length > 0 && { annotations: hints })
  }
}
