/** `--plugin FILE`, and the plugins that a command works with. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"

export const pluginFlag = Flag.String("plugin").pipe(
  Flag.withMetavar("FILE"),
  Flag.between(0, 20),
  Flag.withDescription("A plugin of your own, besides those of the program; may be given several times")
)

/** Loads nothing where no file is named. */
export const allPlugins = (
  plugins: ReadonlyArray<Plugin>,
  files: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Plugin>, ProviderError> =>
  files.length === 0
    ? Effect.succeed(plugins)
    : Effect.flatMap(
        Effect.promise(() => import("../own-plugins.ts")),
        ({ withOwn }) => withOwn(plugins, files)
      )
