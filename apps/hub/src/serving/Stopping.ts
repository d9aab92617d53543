/**
 * Tells responses that last, such as streams of events, that the server is stopping, because it waits for them to end.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

export class Stopping extends Context.Service<
  Stopping,
  {
    /** Completes when the server begins to stop. */
    readonly begins: Effect.Effect<void>
  }
>()("@inlay/hub/Stopping") {}
