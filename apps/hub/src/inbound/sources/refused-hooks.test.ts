/** Hooks that a service refused are kept as long as something could use them, on both databases. */
import { describe, expect, it } from "@effect/vitest"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import { plugin } from "@inlay/codehost"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Limits } from "../../storage/Limits.ts"
import { backends } from "../../testing/backends.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import * as Hooks from "../hooks.ts"
import { RowSecrets } from "../row-secrets.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { Watches } from "../subscriptions/Watches.ts"
import * as HookKeeper from "./HookKeeper.ts"
import { Leases } from "./Leases.ts"
import { Polls } from "./Polls.ts"

const { all } = backends()

const OF = { plugin: plugin.id, account: "main" }

const trigger = {
  id: "star",
  ways: (place: unknown) => [
    { via: "webhook", place: String(place), events: ["star"], needs: [], expectedDelaySeconds: 1 },
    { via: "poll", expectedDelaySeconds: 60 }
  ]
} as unknown as Trigger<never>

const refused = new ProviderError({
  provider: plugin.id,
  operation: "hooks",
  reason: { _tag: "Forbidden", what: "No rights.", nothing: "changed" }
})

let tries = 0

const connected = {
  plugin: { ...plugin, triggers: [trigger] },
  account: { name: OF.account, settings: {}, revision: "1" },
  connection: {
    watcher: Effect.succeed({ login: "mona", scopes: [] }),
    webhooks: { list: () => Effect.succeed([]), put: () => Effect.suspend(() => ((tries += 1), refused)) }
  }
} as unknown as ConnectedAccount

/** @param places what is subscribed to at the moment */
const worldOf = (places: () => ReadonlyArray<string>) =>
  HookKeeper.layer.pipe(
    Layer.provideMerge(Hooks.layer),
    Layer.provide([
      Layer.succeed(RowSecrets, {
        seal: (_, secret) => Effect.succeed({ key_id: "", sealed: Redacted.value(secret) }),
        keyIds: Effect.succeed(new Set<string>()),
        open: (_, { sealed }) => Effect.succeed(Redacted.make(sealed))
      }),
      Layer.mock(Polls, { replace: () => Effect.void }),
      Layer.succeed(Leases, { having: (_, work) => work }),
      Layer.mock(Subscriptions, {
        list: Effect.sync(() =>
          places().map((target) => ({ ...OF, trigger: "star", target, isEnabled: true }) as unknown as Subscription)
        )
      }),
      Layer.mock(Watches, { list: Effect.succeed([]) }),
      Layer.succeed(Connections, { plugins: [], find: () => Effect.succeed(connected) }),
      Layer.mock(Limits, { at: () => Effect.succeed([]) })
    ])
  )

describe.each(all)("hooks that a service refused, on $name", ({ stores }) => {
  it.live("go with the last subscription, but not those that somebody set up by hand", () => {
    let places = ["hand", ...Array.from({ length: 30 }, (_, n) => `place ${n}`)]
    return Effect.gen(function* () {
      const keeper = yield* HookKeeper.HookKeeper
      const hooks = yield* Hooks.Hooks
      const shown = Effect.map(hooks.list, (list) => list.map(({ place }) => place).sort())
      yield* hooks.provide({ ...OF, place: "hand" }, "byHand")
      yield* hooks.provide({ ...OF, place: "unused" }, "byHand")
      expect(yield* keeper.round("https://hub.example")).toBe(true)
      expect(yield* shown).toEqual([...places, "unused"].sort())
      // Also if it was there before somebody wanted its secret.
      yield* hooks.provide({ ...OF, place: "place 1" }, "byHand")
      const rotated = (yield* hooks.list).find(({ place }) => place === "place 2")
      yield* hooks.rotate(rotated?.id ?? "")
      places = ["place 0"]
      expect(yield* keeper.round("https://hub.example")).toBe(true)
      expect(yield* shown).toEqual(["hand", "place 0", "place 1", "place 2", "unused"])
    }).pipe(Effect.provide(worldOf(() => places)), Effect.scoped, Effect.provide(stores()))
  })

  it.effect("are tried again after an hour, or if they were refused in the future, as a wrong clock says", () =>
    Effect.gen(function* () {
      const keeper = yield* HookKeeper.HookKeeper
      const triesAt = Effect.fnUntraced(function* (minutes: number) {
        tries = 0
        yield* TestClock.setTime(minutes * 60_000)
        yield* keeper.round("https://hub.example")
        return tries
      })
      const counts = []
      for (const minutes of [600, 601, 659, 661, 600]) counts.push(yield* triesAt(minutes))
      expect(counts).toEqual([1, 0, 0, 1, 1])
    }).pipe(
      Effect.provide(worldOf(() => ["place"])),
      Effect.scoped,
      Effect.provide(TestClock.layer()),
      Effect.provide(stores())
    )
  )
})
