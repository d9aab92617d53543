/** Reports the progress of a call to clients that ask for it. */
import { isJsonObject } from "@inlay/core-http/json-object"
import * as Effect from "effect/Effect"

import type { StepProgress } from "../runner/Caller.ts"

/** Returns the token with which a client asked for progress, or `undefined` if it did not. */
const tokenOf = ({ _meta: meta }: { readonly _meta?: unknown }): string | number | undefined => {
  const token = isJsonObject(meta) ? meta["progressToken"] : undefined
  return typeof token === "string" || typeof token === "number" ? token : undefined
}

/** A progress notification: https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/progress */
export interface ProgressNotification {
  readonly method: "notifications/progress"
  readonly params: {
    readonly progressToken: string | number
    readonly progress: number
    readonly total?: number
    readonly message?: string
  }
}

/**
 * Notifies a client of progress. Progress that does not increase is left out, as the protocol requires.
 * @param params of the call
 */
export const reporter = (
  params: { readonly _meta?: unknown },
  notify: (notification: ProgressNotification) => Effect.Effect<void>
): ((progress: StepProgress) => Effect.Effect<void>) => {
  const progressToken = tokenOf(params)
  if (progressToken === undefined) return () => Effect.void
  let latest = -1
  return ({ done, total, text }) =>
    Effect.suspend(() => {
      if (done <= latest) return Effect.void
      latest = done
      return notify({
        method: "notifications/progress",
        params: {
          progressToken,
          progress: done,
          ...(total !== undefined && { total }),
          ...(text !== undefined && { message: text })
        }
      })
    })
}
