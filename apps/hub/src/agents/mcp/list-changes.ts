/**
 * Tells open subscriptions that the list of tools may have changed: it looks at the accounts as long as somebody listens, so
 * that what another process connects or removes counts too.
 */
import { InMemoryServerEventBus, type ServerEventBus } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"

/** How soon clients are notified of a change. */
const INTERVAL_MILLIS = 2_000

export interface Options {
  /** What the lists are made of, as a text that is another one after each change. */
  readonly state: Effect.Effect<string>
  readonly intervalMillis?: number
}

/** Ends with its scope. */
export const makeBus = Effect.fnUntraced(function* ({ state, intervalMillis = INTERVAL_MILLIS }: Options) {
  const services = yield* Effect.context()
  const bus = new InMemoryServerEventBus()
  let watching: ReturnType<typeof setInterval> | undefined
  let latest: string | undefined

  const look = async () => {
    const current = await Effect.runPromiseWith(services)(state)
    if (latest !== undefined && current !== latest) bus.publish({ kind: "tools_list_changed" })
    latest = current
  }
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
        void look()
        watching = setInterval(() => void look(), intervalMillis)
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
