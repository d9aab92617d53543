/** Starter title: its items, read by agents, commands and pages. */
import * as Plugin from "@inlay/agent-plugin/Plugin"

import { accessToken, client } from "./account.ts"
import { Starter } from "./client/Starter.ts"
import { toolSteps } from "./tool-steps/index.gen.ts"

/** The plugin, for a `Runner`. */
export const plugin = Plugin.make({
  id: "starter",
  title: "Starter title",
  description: "Edit this sentence: people read here what the plugin brings them.",
  status: "beta",
  accountKinds: [accessToken],
  toolSteps,
  triggers: [],
  service: Starter,
  client
})
