/** What the subcommands of `inlay deliveries` look up. None creates the data directory. */
import { quotedName } from "@inlay/agent-plugin/Catalog"
import * as Effect from "effect/Effect"

import { hubError } from "../../../hub-error.ts"
import { Subscriptions } from "../../../inbound/subscriptions/Subscriptions.ts"

/** The named subscription, or all of them. */
export const subscriptionsOf = Effect.fnUntraced(function* (operation: string, id: string | undefined) {
  const all = yield* (yield* Subscriptions).list
  const some = all.filter((one) => id === undefined || one.id === id)
  if (id === undefined || some.length > 0) return some
  return yield* hubError(operation, {
    _tag: "NotFound",
    what: "There is no subscription with that id.",
    remedy: { to: "read", text: "`inlay triggers --health --json` lists them." },
    known: all.map((one) => one.id)
  })
})

export const noDelivery = (operation: string, id: string) =>
  hubError(operation, {
    _tag: "NotFound",
    what: `There is no delivery ${quotedName(id)}.`,
    remedy: { to: "read", text: "`inlay deliveries` lists those that were not delivered, and --state the others." },
    nothing: "sent"
  })
