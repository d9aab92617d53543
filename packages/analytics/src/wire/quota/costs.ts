/** What a request took last, by its shape: reserved before another of that shape is sent. In this process's memory. */
import type { CallRequest } from "@inlay/core-http/Client"

/** Tokens of a report whose shape is new: most take fewer. */
export const USUAL_TOKENS = 10

const MAX_SHAPES = 500

/** What a request asks for, but for what does not change its cost: which rows are skipped. */
const shapeOf = ({ body }: Pick<CallRequest, "body">, path: string): string =>
  `${path.toLowerCase()} ${JSON.stringify(body ?? {}, (key, value: unknown) => (key === "offset" ? undefined : value))}`

const reportsIn = ({ body }: Pick<CallRequest, "body">): number => {
  const requests = body?.["requests"]
  return Array.isArray(requests) ? Math.max(1, requests.length) : 1
}

/** Costs of one account. */
export interface Costs {
  /** Tokens that a request takes, as far as that is known. */
  readonly of: (request: Pick<CallRequest, "body">, path: string) => number
  readonly learn: (request: Pick<CallRequest, "body">, path: string, tokens: number) => void
}

/** Nothing known yet. */
export const make = (): Costs => {
  const tokensByShape = new Map<string, number>()
  return {
    of: (request, path) => tokensByShape.get(shapeOf(request, path)) ?? USUAL_TOKENS * reportsIn(request),
    learn: (request, path, tokens) => {
      const shape = shapeOf(request, path)
      tokensByShape.delete(shape)
      tokensByShape.set(shape, tokens)
      const [oldest] = tokensByShape.keys()
      if (tokensByShape.size > MAX_SHAPES && oldest !== undefined) tokensByShape.delete(oldest)
    }
  }
}
