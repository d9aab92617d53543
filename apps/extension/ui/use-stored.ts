/** Reads data from the worker when a view is mounted, and again whenever any page has changed something. */
import { useCallback, useLayoutEffect, useRef } from "preact/hooks"

import { onChange } from "../messaging/changes.ts"

/**
 * @param read reads, and draws if `isNewest`: a slow answer may arrive after a newer one. Called again when it changes
 * @returns a function that reads again
 */
export const useStored = (read: (isNewest: () => boolean) => unknown): (() => void) => {
  const turn = useRef(0)
  const again = useCallback(() => {
    const mine = ++turn.current
    void read(() => mine === turn.current)
  }, [read])
  // Runs before anybody can click, so that a choice is always newer than what was read before it.
  useLayoutEffect(() => {
    again()
    const stop = onChange(again)
    return () => {
      turn.current += 1
      stop()
    }
  }, [again])
  return again
}
