/**
 * Sends requests from the extension's pages to the worker. Never rejects: if the worker stops before it answers, that
 * becomes a failure reply.
 */
import type { Envelope, PaidRequest, Reply, RequestName, Requests } from "./contract.ts"

/** If their answer is lost, they may have been charged. The type checks that none is missing. */
const MAY_COST: Readonly<Record<PaidRequest, true>> = { enrich: true, employer: true, people: true, askAgain: true }

const workerStopped = (inlay: RequestName): Extract<Reply<RequestName>, { readonly ok: false }> => {
  const mayCost = inlay in MAY_COST
  return {
    ok: false,
    error: {
      reason: "Unavailable",
      what: "",
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

/** Replies to requests that were sent ahead and that no view has asked for yet. */
const ahead = new Map<string, Promise<Reply<RequestName>>>()

const keyOf = (...request: ReadonlyArray<unknown>): string => JSON.stringify(request)

/**
 * Sends a request that a view will make later. The first `ask` with the same input gets this reply. Only for requests
 * that change nothing.
 */
export const askAhead = <N extends RequestName>(inlay: N, input: Requests[N]["input"]): void => {
  ahead.set(keyOf(inlay, input), send(inlay, input))
}

export const ask = <N extends RequestName>(inlay: N, input: Requests[N]["input"]): Promise<Reply<N>> => {
  const key = keyOf(inlay, input)
  const reply = ahead.get(key)
  ahead.delete(key)
  return reply ?? send(inlay, input)
}

/** The type of `ask`, for views that receive it as a prop. */
export type Send = typeof ask
