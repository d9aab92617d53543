/** The panel's own side: it says that it is in view, and hears which page or link the user gave it. */
import { KEY, lockOf, type Invitation } from "./open.ts"

/** Says that the panel of this window is in view, for as long as it is. @returns what ends it */
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

/** The last invitation into a window, once: `undefined` where there is none, or it was taken. */
export const takeInvitation = async (windowId: number): Promise<Invitation | undefined> => {
  const { [KEY]: last } = await chrome.storage.session.get<{ [KEY]?: Invitation }>(KEY)
  if (last?.windowId !== windowId) return undefined
  await chrome.storage.session.remove(KEY)
  return last
}

/** @returns what ends it */
export const onInvitation = (listener: () => void): (() => void) => {
  const changed = (changes: Readonly<Record<string, chrome.storage.StorageChange>>) => {
    if (changes[KEY]?.newValue !== undefined) listener()
  }
  const { onChanged } = chrome.storage.session
  onChanged.addListener(changed)
  return () => onChanged.removeListener(changed)
}
