/**
 * Finds out whether the worker receives messages from its pages. Chromium can start the worker of an extension that was
 * just reloaded without the extension's APIs, or never deliver a message to it. Then nothing is answered until the
 * extension is reloaded.
 */
import type { Reply } from "./contract.ts"

/** A message that the worker answers at once, whatever else it is doing. */
export const PRESENCE = "inlay presence"

const QUIET_MILLIS = 3_000
const ANSWER_MILLIS = 5_000

/**
 * Returns the reply to a preview, or a failure if the worker receives no messages. A reply that only takes long is
 * waited for.
 */
export const orUnheard = (reply: Promise<Reply<"preview">>): Promise<Reply<"preview">> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<Reply<"preview">>((resolve) => {
    const tell = () =>
      resolve({
        ok: false,
        error: { reason: "Unavailable", what: "", own: { is: "unheard" } }
      })
    timer = setTimeout(() => {
      timer = setTimeout(tell, ANSWER_MILLIS)
      const hear = () => clearTimeout(timer)
      // A worker that rejects the message has received it.
      chrome.runtime.sendMessage(PRESENCE).then(hear, hear)
    }, QUIET_MILLIS)
  })
  return Promise.race([reply, silence]).finally(() => clearTimeout(timer))
}
