/** What a view reads of the worker when it stands, and again whenever any page has changed something. */
import { useLayoutEffect } from "preact/hooks"

import { onChange } from "../messaging/changes.ts"

/** @param read reads and draws anew when it is another function */
export const useStored = (read: () => unknown): void =>
  // Before anybody can click: a choice is newer than what was read before it.
  useLayoutEffect(() => {
    void read()
    return onChange(() => void read())
  }, [read])
