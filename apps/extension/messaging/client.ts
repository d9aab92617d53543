/**
 * What the extension's pages ask the worker with. Never rejects: a worker that stops before it answers is an answer too.
 */
import { stopped as words } from "../locales/en/stopped.ts"
import type { Envelope, Reply, RequestName, Requests } from "./contract.ts"

const stopped = (inlay: RequestName): Extract<Reply<RequestName>, { readonly ok: false }> => {
  const mayCost = inlay === "enrich" || inlay === "askAgain"
  const what = `${words.title}.`
  const fix = mayCost ? words.paid : words.look
  return {
    ok: false,
    error: {
      reason: "Unavailable",
      message: `${what} ${fix}`,
      what,
      provider: "inlay",
      operation: inlay,
      fix,
      own: { problem: "stopped", title: words.title },
      ...(mayCost && { charged: "unknown" })
    }
  }
}

export const ask = async <N extends RequestName>(inlay: N, input: Requests[N]["input"]): Promise<Reply<N>> => {
  try {
    const reply = await chrome.runtime.sendMessage<Envelope<N>, Reply<N> | undefined>({ inlay, input })
    if (reply !== undefined) return reply
  } catch {
    // The worker died, or the extension was updated while this page was open.
  }
  return stopped(inlay)
}

/** `ask`, as a view is given it. */
export type Send = typeof ask
