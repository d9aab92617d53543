/**
 * What the extension's pages ask the worker with. Never rejects: a worker that stops before it answers is an answer too.
 */
import type { Envelope, Reply, RequestName, Requests } from "./contract.ts"

const MAY_COST: ReadonlySet<RequestName> = new Set(["enrich", "employer", "people", "askAgain"])

const workerStopped = (inlay: RequestName): Extract<Reply<RequestName>, { readonly ok: false }> => {
  const mayCost = MAY_COST.has(inlay)
  return {
    ok: false,
    error: {
      reason: "Unavailable",
      what: "",
      provider: "inlay",
      operation: inlay,
      own: { is: "stopped", mayCost },
      ...(mayCost && { charged: "unknown" })
    }
  }
}

const send = async <N extends RequestName>(inlay: N, input: Requests[N]["input"]): Promise<Reply<N>> => {
  try {
    const reply = await chrome.runtime.sendMessage<Envelope<N>, Reply<N> | undefined>({ inlay, input })
    if (reply !== undefined) return reply
  } catch {
    // The worker died, or the extension was updated while this page was open.
  }
  return workerStopped(inlay)
}

/** What was asked ahead, until somebody takes the answer. */
const ahead = new Map<string, Promise<Reply<RequestName>>>()

const keyOf = (...request: ReadonlyArray<unknown>): string => JSON.stringify(request)

/** Asks now what a view will ask first: whoever asks it takes this answer, once. For requests that change nothing. */
export const askAhead = <N extends RequestName>(inlay: N, input: Requests[N]["input"]): void => {
  ahead.set(keyOf(inlay, input), send(inlay, input))
}

export const ask = <N extends RequestName>(inlay: N, input: Requests[N]["input"]): Promise<Reply<N>> => {
  const key = keyOf(inlay, input)
  const asked = ahead.get(key)
  ahead.delete(key)
  return asked ?? send(inlay, input)
}

/** `ask`, as a view is given it. */
export type Send = typeof ask
