/**
 * What the extension's pages ask the worker with. Never rejects: a worker that stops before it answers is an answer too.
 */
import type { Envelope, Reply, RequestName, Requests } from "./contract.ts"

const stopped = (inlay: RequestName): Extract<Reply<RequestName>, { readonly ok: false }> => ({
  ok: false,
  error: {
    reason: "Unavailable",
    message: "The extension's worker stopped before it answered. Open this page again: it shows what is known.",
    provider: "inlay",
    operation: inlay,
    fix: "Open this page again: it shows what is known.",
    ...(inlay === "enrich" && { charged: "unknown" })
  }
})

export const ask = async <N extends RequestName>(inlay: N, input: Requests[N]["input"]): Promise<Reply<N>> => {
  try {
    const reply = await chrome.runtime.sendMessage<Envelope<N>, Reply<N> | undefined>({ inlay, input })
    if (reply !== undefined) return reply
  } catch {
    // The worker died, or the extension was updated while this page was open.
  }
  return stopped(inlay)
}
