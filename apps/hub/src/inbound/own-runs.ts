/** A runner that notes which records its runs changed, so that events that tell of them are known as one's own. */
import type { Accounts } from "@inlay/agent-plugin/Accounts"
import { Caller } from "@inlay/agent-plugin/Caller"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Runner } from "@inlay/agent-plugin/Runner"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { recordsOf, type Causes } from "./causes.ts"

export const notingChanges = (
  runner: Runner["Service"],
  plugins: ReadonlyArray<Plugin>,
  accounts: Accounts["Service"],
  causes: Causes["Service"]
): Runner["Service"] => ({
  ...runner,
  run: (stepId, input, name) =>
    Effect.tap(runner.run(stepId, input, name), (output) => {
      const entry = Result.getOrUndefined(stepOf(plugins, stepId))
      if (entry === undefined || entry.step.hints.readOnly) return Effect.void
      const records = recordsOf(output)
      if (records.length === 0) return Effect.void
      return Effect.gen(function* () {
        const account = yield* accounts.find(entry.plugin, name)
        const { event } = yield* Caller
        yield* causes.note({ plugin: entry.plugin.id, account: account.name }, records, event)
      }).pipe(Effect.catch((error) => Effect.logWarning(`own changes: ${error.message}`)))
    })
})
