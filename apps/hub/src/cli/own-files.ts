/** Runs handlers with the plugins of `--plugin`. The commands that a failure advises get the flag, too. */
import { wordsOf } from "@inlay/agent-plugin/advice"
import { ProviderError, withReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { PluginFiles } from "./settings.ts"
import { withFiles, words } from "./words.ts"

export const usingFiles =
  (files: ReadonlyArray<string>) =>
  <A, E, R>(handler: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    handler.pipe(
      Effect.mapError((error): E => {
        if (files.length === 0 || !(error instanceof ProviderError)) return error
        const { reason } = error
        const text = withFiles(wordsOf(words, reason.remedy, reason), files)
        return withReason(error, { ...reason, remedy: { to: "read", text } }) as E & ProviderError
      }),
      Effect.provideService(PluginFiles, files)
    )
