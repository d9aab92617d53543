/** A small but complete plugin for the tests of apps, which use it only through the contract. */
import * as Effect from "effect/Effect"

import * as Plugin from "../../../Plugin.ts"
import { accountKinds } from "./account/kinds.ts"
import { settingsOf } from "./account/settings.ts"
import { make, me, Sketch } from "./client/Sketch.ts"
import { addNote } from "./tool-steps/add-note.ts"
import { apiCall } from "./tool-steps/api-call.ts"
import { runReport } from "./tool-steps/run-report.ts"
import { newMention } from "./triggers/new-mention.ts"
import { newNote } from "./triggers/new-note.ts"
import { webhooks } from "./webhooks.ts"

/** The plugin, for a `Runner`. */
export const plugin = Plugin.make({
  id: "sketch",
  title: "Sketch",
  description: "Reports and notes of a service that exists in tests alone.",
  status: "beta",
  accountKinds,
  toolSteps: [addNote, apiCall, runReport],
  triggers: [newMention, newNote],
  webhooks,
  watcher: me,
  service: Sketch,
  client: (account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), make)
})
