/** The plugins that a command works with: those of the program, and those of the files that `--plugin` names. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { plugins as programPlugins } from "../plugins.gen.ts"
import { PluginFiles } from "./own-plugins.ts"

/** Fails where a file is no plugin. What reads files is loaded where one is named. */
export const allPlugins: Effect.Effect<ReadonlyArray<Plugin>, ProviderError> = Effect.flatMap(PluginFiles, (files) =>
  files.length === 0
    ? Effect.succeed(programPlugins)
    : Effect.flatMap(
        Effect.promise(() => import("../own-plugins.ts")),
        ({ withOwn }) => withOwn(programPlugins, files)
      )
)
