/** What a client is told of a bug, whose text may contain anything. */
import * as Cause from "effect/Cause"

const NO_MODULE = /^Cannot find module '.*' imported from /

/** Returns whether a part that had not been loaded yet is gone. */
export const filesWereReplaced = (defect: unknown): boolean => defect instanceof Error && NO_MODULE.test(defect.message)

/** The message of a JSON-RPC error for a defect. It names the defect only if whoever runs the program can mend it. */
export const internalError = (cause: Cause.Cause<unknown>): string =>
  filesWereReplaced(Cause.squash(cause))
    ? "Internal error: the program's files were replaced while it ran, such as by an update. Restart it."
    : "Internal error"
