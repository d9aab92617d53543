/** Finds the trigger that a command names by its id. */
import { quotedName } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import { nearest } from "@inlay/core-http/nearest"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { hubError } from "../../../hub-error.ts"

export interface PluginTrigger {
  readonly plugin: Plugin
  readonly trigger: Trigger<never>
}

/** Fails as `NotFound`, with the nearest ids, if no plugin has the trigger. */
export const triggerById = (
  plugins: ReadonlyArray<Plugin>,
  id: string
): Effect.Effect<PluginTrigger, ProviderError> => {
  for (const plugin of plugins) {
    const trigger = plugin.triggers.find((one) => one.id === id)
    if (trigger !== undefined) return Effect.succeed({ plugin, trigger })
  }
  const nearestNames = nearest(
    id,
    plugins.flatMap(({ triggers }) => triggers.map((one) => one.id))
  )
  return Effect.fail(
    hubError("triggers", {
      _tag: "NotFound",
      what: `There is no trigger ${quotedName(id)}.`,
      remedy: { to: "read", text: `Nearest: ${nearestNames.join(", ")}. \`inlay triggers\` lists all.` },
      known: nearestNames
    })
  )
}
