/** Shows where the button is, and whether it is pinned to the toolbar. */
import { useEffect, useState } from "preact/hooks"

import { welcome as words } from "../../../locales/welcome.ts"

/** `undefined` if the browser does not say. */
const isPinned = async (): Promise<boolean | undefined> => {
  try {
    return (await chrome.action.getUserSettings()).isOnToolbar
  } catch {
    return undefined
  }
}

export const Pin = () => {
  const [isInToolbar, setInToolbar] = useState<boolean>()
  useEffect(() => {
    const look = () => void isPinned().then(setInToolbar)
    look()
    // Fires when the user returns from the browser's own menu.
    addEventListener("focus", look)
    return () => removeEventListener("focus", look)
  }, [])
  return <p role="status">{isInToolbar === true ? words.pinned : words.pinText}</p>
}
