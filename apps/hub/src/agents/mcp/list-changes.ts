/**
 * Notifies open subscriptions when the list of tools may have changed. Polls the accounts while anybody is subscribed,
 * so that changes by other processes are noticed too.
 */
import { InMemoryServerEventBus, type ServerEventBus } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"

/** How soon clients are notified of a change. */
const INTERVAL_MILLIS = 2_000

export interface Options {
  /** The state that the lists depend on, as a text that differs after each change. */
  readonly state: Effect.Effect<string>
  readonly intervalMillis?: number
}

/** Makes the bus. It stops polling when its scope ends. */
export const makeBus = Effect.fnUntraced(function* ({ state, intervalMillis = INTERVAL_MILLIS }: Options) {
  const services = yield* Effect.context()
  const bus = new InMemoryServerEventBus()
  let watching: ReturnType<typeof setInterval> | undefined
  let latest: string | undefined

  const look = Effect.map(state, (current) => {
    if (latest !== undefined && current !== latest) bus.publish({ kind: "tools_list_changed" })
    latest = current
  }).pipe(Effect.catchDefect((defect) => Effect.logError("mcp: the accounts cannot be read because of a bug.", defect)))
  const run = () => void Effect.runForkWith(services)(look)
  const stop = () => {
    clearInterval(watching)
    watching = undefined
    latest = undefined
  }
  yield* Effect.addFinalizer(() => Effect.sync(stop))

  const watchingBus: ServerEventBus = {
    publish: (event) => bus.publish(event),
    subscribe: (listener) => {
      const unsubscribe = bus.subscribe(listener)
      if (watching === undefined) {
        run()
        watching = setInterval(run, intervalMillis)
        watching.unref()
      }
      return () => {
        unsubscribe()
        if (bus.listenerCount === 0) stop()
      }
    }
  }
  return watchingBus
})
