/** Where the button is, and whether it stands in the toolbar already. */
import { useEffect, useState } from "preact/hooks"

import { welcome as words } from "../../../locales/welcome.ts"

/** `undefined` where the browser does not say. */
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
    // The user comes back from the browser's own menu.
    addEventListener("focus", look)
    return () => removeEventListener("focus", look)
  }, [])
  return <p role="status">{isInToolbar === true ? words.pinned : words.pinText}</p>
}
