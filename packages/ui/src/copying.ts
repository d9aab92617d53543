/** Tracks the last copied value: it is announced to assistive technology once, and shown as copied for a moment. */
import { useEffect, useState } from "preact/hooks"

const SHOWN_MILLIS = 1500

export interface Copying {
  /** The id of the value that was just copied. */
  readonly done: string | undefined
  /** The text for a live region. */
  readonly said: string
  readonly copy: (id: string, said: string, text: string) => void
  /** Announces that there is nothing to copy. */
  readonly tell: (said: string) => void
}

/** @param failed the announcement if the browser does not allow copying */
export const useCopying = (failed: string): Copying => {
  const [last, setLast] = useState<{ readonly id: string | undefined; readonly said: string }>({
    id: undefined,
    said: ""
  })
  useEffect(() => {
    if (last.said === "") return undefined
    const timer = setTimeout(() => setLast({ id: undefined, said: "" }), SHOWN_MILLIS)
    return () => clearTimeout(timer)
  }, [last])
  return {
    done: last.id,
    said: last.said,
    tell: (said) => setLast({ id: undefined, said }),
    copy: (id, label, text) =>
      void navigator.clipboard.writeText(text).then(
        () => setLast({ id, said: label }),
        () => setLast({ id: undefined, said: failed })
      )
  }
}
