/** While something is entered that is not saved, the browser asks before the page is closed or reloaded. */
import { useLayoutEffect } from "preact/hooks"

export const useLeaveWarning = (isEntered: boolean): void =>
  useLayoutEffect(() => {
    const askFirst = (event: Event) => event.preventDefault()
    if (isEntered) addEventListener("beforeunload", askFirst)
    return () => removeEventListener("beforeunload", askFirst)
  }, [isEntered])
