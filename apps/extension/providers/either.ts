/** Combines both ways under one interface: the account's name decides whether this browser or the hub runs a step. */
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { partOf } from "../messaging/lazy.ts"
import { wayOf } from "../messaging/way.ts"
import * as direct from "./direct.ts"
import { Provider, type Way } from "./provider.ts"

/** @param plugins the plugins whose steps this browser runs */
export const layer = (plugins: ReadonlyArray<Runnable>) =>
  Layer.effect(
    Provider,
    Effect.gen(function* () {
      const own = yield* direct.make(plugins)
      const hub = yield* partOf(async () => (await import("./hub.ts")).make)
      const atHub: Way = {
        preview: (ask) => Effect.flatMap(hub, (way) => way.preview(ask)),
        run: (ask, options) => Effect.flatMap(hub, (way) => way.run(ask, options)),
        figures: (ref) => Effect.flatMap(hub, (way) => way.figures(ref)),
        settle: (ref, charge) => Effect.flatMap(hub, (way) => way.settle(ref, charge))
      }
      const ways: Readonly<Record<ReturnType<typeof wayOf>, Way>> = { direct: own, hub: atHub }
      return Provider.of({
        ...own,
        preview: (ask) => ways[wayOf(ask)].preview(ask),
        run: (ask, options) => ways[wayOf(ask)].run(ask, options),
        figures: (ref) => ways[wayOf(ref)].figures(ref),
        settle: (ref, charge) => ways[wayOf(ref)].settle(ref, charge)
      })
    })
  )
