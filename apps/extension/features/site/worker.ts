/**
 * Runs reading steps for the sections of the popup that show free figures. Promises: nothing is bought and nothing is
 * changed.
 */
import * as Effect from "effect/Effect"

import { malformed, notConnected, unreadable } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { isObject } from "../../messaging/shape.ts"
import { ConnectedAccounts } from "../../providers/ConnectedAccounts.ts"
import { Steps } from "../../providers/Steps.ts"
import type { SiteRequests } from "./requests.ts"

export const make = Effect.gen(function* () {
  const connectedAccounts = yield* ConnectedAccounts
  const steps = yield* Steps

  return {
    accountNames: ({ plugin }) => Effect.map(connectedAccounts.names(plugin), (names) => ({ names })),
    read: Effect.fnUntraced(function* (ask) {
      const { plugin, step, input } = ask
      if (!step.startsWith(plugin) || (plugin === "codehost" && input["method"] !== "GET")) {
        return yield* malformed
      }
      const connectedAccount = yield* connectedAccounts.find(ask)
      if (connectedAccount === undefined) return yield* notConnected
      yield* connectedAccounts.sendable(connectedAccount)
      const output = yield* steps.run(ask, { isFree: true })
      return isObject(output) ? output : yield* unreadable()
    })
  } satisfies HandlersOf<SiteRequests>
})
