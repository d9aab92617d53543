/**
 * Drafts that were sent, and what came of them. A popup closes with a click beside it, also before the answer has come,
 * and the next one must not offer its draft as if it had never been sent.
 */
import type { Failure } from "../../messaging/failure.ts"
import { forgetDraft, inSession, sessionValue } from "../../messaging/session-storage.ts"

export interface Sent {
  /** ISO 8601: when it was sent or, once there is an answer, when that came. */
  readonly at: string
  /** The draft as it was sent. Another window may have written another one meanwhile. */
  readonly text: string
  /** Missing until there is an answer; `null` if the change was made. */
  readonly failure?: Failure | null
}

const keyOf = (draft: string): string => `sent ${draft}`

/** Notes that a draft was sent, as a page does when it sends it, and what came of it once that is known. */
export const keepSent = (draft: string, text: string, failure?: Sent["failure"]): Promise<void> =>
  inSession((session) => session.set({ [keyOf(draft)]: { at: new Date().toISOString(), text, failure } }))

const sentOf = (draft: string): Promise<Sent | undefined> => sessionValue(keyOf(draft))

/**
 * Called by the worker when it sends a draft. Returns how to keep what came of it. Any other text stays, and what was
 * sent meanwhile is still awaited.
 */
export const sendingOf = async (draft: string) => {
  const sent = await sentOf(draft)
  return async (failure: Failure | null): Promise<void> => {
    if (sent === undefined) return
    if (failure === null) await forgetDraft(draft, sent.text)
    if ((await sentOf(draft))?.at === sent.at) await keepSent(draft, sent.text, failure)
  }
}

export const forgetSent = (draft: string): Promise<void> => inSession((session) => session.remove(keyOf(draft)))

/** Calls `tell` with what is known of a draft that was sent, and whenever that changes. Returns how to stop. */
export const onSent = (draft: string, tell: (sent: Sent) => void): (() => void) => {
  const key = keyOf(draft)
  const { onChanged } = chrome.storage.session
  let isAwaited = true
  const listen = (changes: Readonly<Record<string, chrome.storage.StorageChange>>) => {
    const sent = changes[key]?.newValue as Sent | undefined
    if (sent === undefined) return
    isAwaited = false
    tell(sent)
  }
  const read = async () => {
    const sent = await sentOf(draft)
    if (isAwaited && sent !== undefined) tell(sent)
  }
  onChanged.addListener(listen)
  void read()
  return () => {
    isAwaited = false
    onChanged.removeListener(listen)
  }
}
