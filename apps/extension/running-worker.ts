/** The worker with its real browser, database and network. */
import * as Fetch from "@inlay/core-http/fetch"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

import type { AskedTab } from "./browser/asked-tab.ts"
import { Browser, TabOfRequest } from "./browser/Browser.ts"
import { tellChange } from "./messaging/changes.ts"
import { plugins } from "./plugins.gen.ts"
import { Database, type EarlyReading } from "./vault/database/Database.ts"
import * as worker from "./worker.ts"

/** What was asked for before this code was loaded. */
interface Early {
  readonly database: EarlyReading
  readonly session: Promise<string>
}

export const run = async ({ database, session }: Early) => {
  const layer = worker
    .layer(plugins)
    .pipe(
      Layer.provideMerge(Database.layer(undefined, database)),
      Layer.provideMerge(Browser.layer(session)),
      Layer.provideMerge(Fetch.layer)
    )
  // The scope lasts as long as the worker, which the browser ends without notice, so the scope is never closed.
  const context = await Effect.runPromise(Layer.buildWithScope(layer, Scope.makeUnsafe()))
  const inWorker = <A>(effect: Effect.Effect<A, never, Effect.Services<typeof worker.start>>): Promise<A> =>
    Effect.runPromise(Effect.provideContext(effect, context))
  const { answer, onAlarm, lineOf } = await inWorker(worker.start)
  return {
    /**
     * Handles a message of one of the extension's own pages.
     * @param tab the tab that the message is about, if its address has been read already
     */
    answer: async (
      { message, tab }: { readonly message: unknown; readonly tab: AskedTab | undefined },
      respond: (reply: unknown) => void
    ): Promise<void> => {
      const reply = await inWorker(Effect.provideService(answer(message), TabOfRequest, tab))
      respond(reply)
      tellChange(message, reply)
    },
    onAlarm: (name: string) => inWorker(onAlarm(name)),
    lineOf: (tabId: number) => inWorker(lineOf(tabId))
  }
}
