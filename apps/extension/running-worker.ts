/** The worker with its real browser, database and network. */
import * as Fetch from "@inlay/core-http/fetch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

import { Browser } from "./browser/Browser.ts"
import { tellChange } from "./messaging/changes.ts"
import { route } from "./messaging/router.ts"
import { Database, type EarlyReading } from "./vault/database.ts"
import * as worker from "./worker.ts"

/** What was asked for before this code was loaded. */
export interface Early {
  readonly database: EarlyReading
  readonly session: Promise<string>
}

export const run = async ({ database, session }: Early) => {
  const layer = Layer.provideMerge(
    worker.layer,
    Layer.mergeAll(Database.layer(undefined, database), Browser.layer(session), Fetch.layer)
  )
  // The scope lasts as long as the worker, which the browser ends without notice, so the scope is never closed.
  const context = await Effect.runPromise(Layer.buildWithScope(layer, Scope.makeUnsafe()))
  const inContext = <A>(effect: Effect.Effect<A, never, Effect.Services<typeof worker.start>>): Promise<A> =>
    Effect.runPromise(Effect.provideContext(effect, context))
  const { handlers, onAlarm, lineOf } = await inContext(worker.start)
  return {
    /** Handles a message of one of the extension's own pages. */
    answer: async (message: unknown, respond: (reply: unknown) => void): Promise<void> => {
      const reply = await Effect.runPromise(route(handlers, message))
      respond(reply)
      tellChange(message, reply)
    },
    onAlarm: (name: string) => Effect.runPromise(onAlarm(name)),
    lineOf: (tabId: number) => Effect.runPromise(lineOf(tabId))
  }
}
