/**
 * A step as tools/list describes it. Definitions are kept small: output schemas only when asked for, hints only where they
 * differ from MCP's defaults.
 */
import { inputSchema, outputSchema, type ObjectSchema } from "../steps/ToolSchema.ts"
import type { Hints, ToolStep } from "../steps/ToolStep.ts"

/** How definitions are made. */
export interface Options {
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
  /** For clients that show views. */
  readonly _meta?: Record<string, unknown>
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
        ...(accounts.length > 0 && { account: { type: "string", enum: accounts } })
      },
      ...(required !== undefined && required.length > 0 && { required })
    },
    ...(outputSchemas && { outputSchema: outputSchema(step) }),
    ...(Object.keys(hints).length > 0 && { annotations: hints })
  }
}
