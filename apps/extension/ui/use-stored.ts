/** Reads data from the worker when a view is mounted, and again whenever any page has changed something. */
import { useLayoutEffect } from "preact/hooks"

import { onChange } from "../messaging/changes.ts"

/** @param read reads and draws; it is called again when it changes */
export const useStored = (read: () => unknown): void =>
  // Runs before anybody can click, so that a choice is always newer than what was read before it.
  useLayoutEffect(() => {
    void read()
    return onChange(() => void read())
  }, [read])
