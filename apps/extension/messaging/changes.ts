/**
 * Tells all open pages of the extension when a request has changed something, so that they read it again. The worker
 * sends this rather than the page, because a popup may be closed before the answer to its last request.
 */
import type { Reply, RequestName } from "./contract.ts"

const CHANNEL = "changes"

/** Requests that change what the options, the panel, the history or the welcome page show. */
const CHANGING: ReadonlySet<string> = new Set<RequestName>([
  "addTrigger",
  "askAgain",
  "chooseTrigger",
  "chooseWay",
  "employer",
  "enrich",
  "eraseHistory",
  "forget",
  "keepLine",
  "pairHub",
  "people",
  "removeAccount",
  "saveAccount",
  "saveNote",
  "savePreferences",
  "settleCharge",
  "switchTrigger",
  "unpairHub",
  "watchRepository"
])

/** Has all open pages read again. */
export const announceChange = (): void => {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is limited to one origin
  channel.postMessage(null)
  channel.close()
}

/** The worker's side: announces a successful reply to a request that changes something. */
export const tellChange = (message: unknown, { ok }: Reply<RequestName>): void => {
  if (ok && CHANGING.has((message as { readonly inlay: string }).inlay)) announceChange()
}

/** A page's side. The listener also hears of the page's own changes. @returns a function that removes the listener */
export const onChange = (listener: () => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener("message", listener)
  return () => channel.close()
}
