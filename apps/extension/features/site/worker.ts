/**
 * Runs reading steps for the sections of the popup that show free figures. Promises: nothing is bought and nothing is
 * changed.
 */
import * as Effect from "effect/Effect"

import { malformed, notConnected, unreadable } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { isObject } from "../../messaging/shape.ts"
import { Connections } from "../../providers/Connections.ts"
import { Provider } from "../../providers/provider.ts"
import type { SiteRequests } from "./requests.ts"

export const make = Effect.gen(function* () {
  const connections = yield* Connections
  const provider = yield* Provider

  return {
    accountNames: ({ plugin }) => Effect.map(connections.names(plugin), (names) => ({ names })),
    read: Effect.fnUntraced(function* (ask) {
      const { plugin, step, input } = ask
      if (!step.startsWith(plugin) || (plugin === "codehost" && input["method"] !== "GET")) {
        return yield* malformed
      }
      const connection = yield* connections.find(ask)
      if (connection === undefined) return yield* notConnected
      yield* connections.sendable(connection)
      const output = yield* provider.run(ask, { isFree: true })
      return isObject(output) ? output : yield* unreadable()
    })
  } satisfies HandlersOf<SiteRequests>
})
