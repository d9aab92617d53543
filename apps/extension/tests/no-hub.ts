// A browser without a paired hub, for tests of steps that run in this browser alone.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { hubFailure } from "../messaging/own-failures.ts"
import { Hub } from "../providers/hub/Hub.ts"
import { HubVault } from "../vault/hub.ts"

const notPaired = Effect.fail(hubFailure("notPaired", ""))

export const noHub: Layer.Layer<Hub | HubVault> = Layer.merge(
  Layer.succeed(Hub, {
    proven: notPaired,
    accounts: notPaired,
    account: () => notPaired,
    provenWhile: () => Effect.void,
    ask: () => notPaired
  }),
  Layer.succeed(HubVault, {
    record: Effect.undefined,
    isPaired: Effect.succeed(false),
    find: Effect.undefined,
    save: () => Effect.void,
    remove: Effect.void,
    way: () => Effect.succeed("direct"),
    saveWay: () => Effect.void,
    chosen: () => Effect.undefined,
    choose: () => Effect.void,
    unknownChargeCount: Effect.succeed(0),
    changeUnknownChargeCount: () => Effect.void
  })
)
