/** Finds the steps of several plugins by id. Pure: uses no account and runs nothing. */
import { nearest } from "@inlay/core-http/nearest"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Result from "effect/Result"

import type { Runnable } from "../Plugin.ts"

const MAX_NAME_CHARS = 80

/**
 * Quotes a name from the caller. A long name is left out, not shortened, because the beginning of a secret would no
 * longer be recognised and redacted.
 */
export const quotedName = (name: string): string =>
  name.length > MAX_NAME_CHARS ? "of that name" : ProviderText.line(name, MAX_NAME_CHARS)

/** A step and the plugin that it belongs to. */
export interface Entry<P extends Runnable> {
  readonly plugin: P
  readonly step: P["toolSteps"][number]
}

/** Finds a step by id. Fails as `NotFound` with the nearest ids if there is none. */
export const stepOf = <P extends Runnable>(
  plugins: ReadonlyArray<P>,
  stepId: string
): Result.Result<Entry<P>, ProviderError> => {
  for (const plugin of plugins) {
    const step = plugin.toolSteps.find(({ id }) => id === stepId)
    if (step !== undefined) return Result.succeed({ plugin, step })
  }
  const ids = plugins.flatMap((plugin) => plugin.toolSteps.map((step) => step.id))
  const names = nearest(stepId, ids)
  const what = `There is no tool step ${quotedName(stepId)}.`
  const remedy = { to: "chooseName", names, of: "toolSteps" } as const
  const reason = { _tag: "NotFound", what, remedy, known: names } as const
  return Result.fail(new ProviderError({ provider: "inlay", operation: "run", reason }))
}
