/** What may stop a call that waits, such as for a rate limit, at the moment when its request would be sent. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { Reason } from "../errors/ProviderError.ts"

/**
 * Evaluated before each request of a call is sent. The call fails with the reason that it returns, such as that its
 * caller's token was revoked while it waited. Default: nothing is refused.
 */
export const SendRefusal = Context.Reference<Effect.Effect<Reason | undefined>>("@inlay/core-http/SendRefusal", {
  defaultValue: () => Effect.undefined
})
