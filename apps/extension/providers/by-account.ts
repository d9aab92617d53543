/** Combines both ways under one interface: the account's name decides whether this browser or the hub runs a step. */
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { AccountRef } from "../messaging/account.ts"
import { partOf } from "../messaging/lazy.ts"
import { wayOf } from "../messaging/way.ts"
import * as direct from "./direct.ts"
import { Steps, type Way } from "./Steps.ts"

/** @param plugins the plugins whose steps this browser runs */
export const layer = (plugins: ReadonlyArray<Runnable>) =>
  Layer.effect(
    Steps,
    Effect.gen(function* () {
      const own = yield* direct.make(plugins)
      const hub = yield* partOf(async () => (await import("./hub.ts")).make)
      const way = (ref: AccountRef): Effect.Effect<Way> => (wayOf(ref) === "hub" ? hub : Effect.succeed(own))
      return Steps.of({
        ...own,
        preview: (ask) => Effect.flatMap(way(ask), ({ preview }) => preview(ask)),
        run: (ask, options) => Effect.flatMap(way(ask), ({ run }) => run(ask, options)),
        spent: (ref) => Effect.flatMap(way(ref), ({ spent }) => spent(ref)),
        settle: (ref, charge) => Effect.flatMap(way(ref), ({ settle }) => settle(ref, charge))
      })
    })
  )
