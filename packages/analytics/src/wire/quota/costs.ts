/**
 * Remembers what a request of each shape last cost, so that this amount can be reserved before the next one is sent.
 * Kept in memory per process.
 */
import type { CallRequest } from "@inlay/core-http/Client"

import { reportsIn } from "./categories.ts"

/** The assumed cost of a report with an unknown shape, in tokens. Most cost less. */
const USUAL_TOKENS = 10

const MAX_SHAPES = 500

/** The parts of a request that affect its cost. The number of skipped rows does not. */
const shapeOf = ({ body }: Pick<CallRequest, "body">, path: string): string =>
  `${path.toLowerCase()} ${JSON.stringify(body ?? {}, (key, value: unknown) => (key === "offset" ? undefined : value))}`

/** Costs of one account. */
export interface Costs {
  /** The expected cost of a request, in tokens. */
  readonly of: (request: Pick<CallRequest, "body">, path: string) => number
  readonly learn: (request: Pick<CallRequest, "body">, path: string, tokens: number) => void
}

/** Creates an empty record of costs. */
export const make = (): Costs => {
  const tokensByShape = new Map<string, number>()
  return {
    of: (request, path) =>
      tokensByShape.get(shapeOf(request, path)) ?? USUAL_TOKENS * Math.max(1, reportsIn(request).length),
    learn: (request, path, tokens) => {
      const shape = shapeOf(request, path)
      tokensByShape.delete(shape)
      tokensByShape.set(shape, tokens)
      const [oldest] = tokensByShape.keys()
      if (tokensByShape.size > MAX_SHAPES && oldest !== undefined) tokensByShape.delete(oldest)
    }
  }
}
