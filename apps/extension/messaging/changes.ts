/**
 * What one page changes, the others that are open read again. The worker says so, for whoever asked: a popup may be closed
 * before the answer to its last request.
 */
import type { Reply, RequestName } from "./contract.ts"

const CHANNEL = "changes"

/** Requests that change what the options, the panel or the welcome page show. */
const CHANGING: ReadonlySet<string> = new Set<RequestName>([
  "askAgain",
  "chooseTrigger",
  "chooseWay",
  "employer",
  "enrich",
  "keepLine",
  "pairHub",
  "people",
  "removeAccount",
  "saveAccount",
  "savePreferences",
  "settleCharge",
  "switchTrigger",
  "unpairHub",
  "watchRepository"
])

/** The worker's side: what it answered to a message that it understood. */
export const tellChange = (message: unknown, { ok }: Reply<RequestName>): void => {
  if (!ok || !CHANGING.has((message as { readonly inlay: string }).inlay)) return
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage(null)
  channel.close()
}

/** A page's side: also of its own changes. @returns what ends it */
export const onChange = (listener: () => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener("message", listener)
  return () => channel.close()
}
