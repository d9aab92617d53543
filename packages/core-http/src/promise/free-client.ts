/** The client of a program without Effect whose calls are all free. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { SpendPort } from "../spend/SpendPort.ts"
import { Transport } from "../transport/Transport.ts"

/** Makes a client over the platform's transport. Needs no layers, which are 1.5 KB of a page. */
export const makeFree = <A>(
  client: Effect.Effect<A, never, Transport | SpendPort>,
  transport: Transport["Service"]
): A => {
  const context = Context.add(Context.make(SpendPort, SpendPort.free), Transport, transport)
  return Effect.runSync(Effect.provideContext(client, context))
}
