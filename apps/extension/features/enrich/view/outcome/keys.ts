/**
 * Keyboard shortcuts of a result. Each does what a button does. They are off while the user types or holds a modifier
 * key.
 */
import type { CardRow } from "@inlay/agent-plugin/Card"
import type { Copying } from "@inlay/ui/copying"
import { copyable } from "@inlay/ui/text/visible"
import { useEffect, useRef } from "preact/hooks"

import { result as words } from "../../../../locales/result.ts"
import type { Answered } from "../../requests.ts"

interface Keys {
  readonly answered: Answered
  readonly copying: Copying
  readonly onCopy: () => void
  readonly onAll: () => void
  readonly onHelp: () => void
  /** Closes what is open below the record. Absent if nothing is: then the key closes the popup. */
  readonly onEscape: (() => void) | undefined
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select") !== null

/** The first phone number that may be called. */
const callable = ({ card }: Answered): CardRow | undefined =>
  card.sections.flatMap(({ rows }) => rows).find(({ kind, mark }) => kind === "phone" && mark?.tone !== "danger")

/** The Latin letter of a key, which other alphabets type with the same key, or the question mark of any. */
const letterOf = ({ key, code }: KeyboardEvent): string => {
  if (/^[\x20-\x7E]$/.test(key)) return key.toLowerCase()
  return key === "\u061F" ? "?" : code.replace(/^Key/, "").toLowerCase()
}

export const useKeys = (keys: Keys): void => {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
      const { answered, copying, onCopy, onAll, onHelp, onEscape } = now.current
      const phone = () => {
        const row = callable(answered)
        if (row === undefined) copying.tell(words.noPhone)
        else copying.copy("phone", words.copied(row.label), copyable(row.value, "phone"))
      }
      const act = new Map([
        ["c", onCopy],
        ["p", phone],
        ["a", onAll],
        ["?", onHelp],
        ["escape", onEscape]
      ]).get(letterOf(event))
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener("keydown", press)
    return () => removeEventListener("keydown", press)
  }, [])
}
