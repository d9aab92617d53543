/** The panel's side: it announces that it is visible, and receives the page or link that the user opened for it. */
import { KEY, lockOf, type Invitation } from "../../browser/panel.ts"

/**
 * Announces that the panel of this window is visible, for as long as it is.
 * @returns a function that ends the announcement
 */
export const announcePanel = (windowId: number): (() => void) => {
  let release: (() => void) | undefined
  const change = () => {
    release?.()
    release = undefined
    if (document.visibilityState === "hidden") return
    const hidden = new Promise<void>((resolve) => (release = resolve))
    void navigator.locks.request(lockOf(windowId), () => hidden)
  }
  change()
  document.addEventListener("visibilitychange", change)
  return () => {
    document.removeEventListener("visibilitychange", change)
    release?.()
  }
}

/** The key of the id of the invitation that was taken last. */
const TAKEN = "panelTaken"

/**
 * Takes the last invitation for a window. Returns `undefined` if there is none or it was already taken. An invitation
 * that is written meanwhile stays, because nothing is removed.
 */
export const takeInvitation = async (windowId: number): Promise<Invitation | undefined> => {
  const { session } = chrome.storage
  const { [KEY]: last, [TAKEN]: taken } = await session.get<{ [KEY]?: Invitation & { id: string }; [TAKEN]?: string }>([
    KEY,
    TAKEN
  ])
  if (last?.windowId !== windowId || last.id === taken) return undefined
  await session.set({ [TAKEN]: last.id })
  return last
}

/** @returns a function that removes the listener */
export const onInvitation = (listener: () => void): (() => void) => {
  const changed = (changes: Readonly<Record<string, chrome.storage.StorageChange>>) => {
    if (changes[KEY]?.newValue !== undefined) listener()
  }
  const { onChanged } = chrome.storage.session
  onChanged.addListener(changed)
  return () => onChanged.removeListener(changed)
}
