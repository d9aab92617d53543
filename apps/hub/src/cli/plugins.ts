/** The plugins of a command: those of the program, and those of the files that `--plugin` names. */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { pluginLoaders } from "../plugin-loaders.gen.ts"
import { PluginFiles } from "./settings.ts"

const programPlugins = Effect.map(
  Effect.promise(() => import("../plugins.gen.ts")),
  ({ plugins }): ReadonlyArray<Plugin> => plugins
)

/** Fails if a file is not a plugin. The code that loads files is imported only if one is named. */
export const allPlugins: Effect.Effect<ReadonlyArray<Plugin>, ProviderError> = Effect.flatMap(PluginFiles, (files) =>
  files.length === 0
    ? programPlugins
    : Effect.flatMap(
        Effect.all([programPlugins, Effect.promise(() => import("../own-plugins.ts"))]),
        ([all, { withOwn }]) => withOwn(all, files)
      )
)

/**
 * Loads only the plugin of a step, because loading the others takes half of the start-up time. Returns all plugins if
 * it has no such step.
 */
export const pluginsOf = (stepId: string): Effect.Effect<ReadonlyArray<Plugin>, ProviderError> =>
  Effect.gen(function* () {
    const id = Object.keys(pluginLoaders).find((each) => stepId.startsWith(`${each}_`))
    const load = id === undefined ? undefined : pluginLoaders[id]
    if (load === undefined || (yield* PluginFiles).length > 0) return yield* allPlugins
    const plugin = yield* Effect.promise(load)
    return plugin.toolSteps.some((step) => step.id === stepId) ? [plugin] : yield* allPlugins
  })
