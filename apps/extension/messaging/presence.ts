/**
 * Whether the worker hears its pages. Chromium can start the worker of an extension that was just loaded anew without the
 * extension's interfaces, or never bring it a message: then nothing is answered until the extension is loaded once more.
 */
import type { Reply } from "./contract.ts"

/** What the worker answers at once, whatever else it has to do. */
export const PRESENCE = "inlay presence"

const QUIET_MILLIS = 3_000
const ANSWER_MILLIS = 5_000

/** The reply to a preview, or a failure where the worker hears nothing; a reply that only takes long is waited for. */
export const heard = (reply: Promise<Reply<"preview">>): Promise<Reply<"preview">> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<Reply<"preview">>((resolve) => {
    const tell = () =>
      resolve({
        ok: false,
        error: { reason: "Unavailable", what: "", provider: "inlay", operation: "preview", own: { is: "unheard" } }
      })
    timer = setTimeout(() => {
      timer = setTimeout(tell, ANSWER_MILLIS)
      const hear = () => clearTimeout(timer)
      // A worker that refuses has heard.
      chrome.runtime.sendMessage(PRESENCE).then(hear, hear)
    }, QUIET_MILLIS)
  })
  return Promise.race([reply, silence]).finally(() => clearTimeout(timer))
}
