import { expect, it } from "@effect/vitest"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import { plugin } from "@inlay/codehost"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Connections, type ConnectedAccount } from "../connections.ts"
import type { Hook } from "../hook-rows.ts"
import { Hooks } from "../hooks.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { findOrphans, removeOrphan } from "./orphans.ts"

const BASE = "https://hub.example"
const AT = { plugin: plugin.id, account: "main", place: "known" }

const id = (letter: string): string => letter.repeat(43)
const hook = (letter: string, remoteId: string | undefined) => ({ ...AT, id: id(letter), remoteId }) as Hook
const remote = (remoteId: string, url: string) => ({ id: remoteId, url, events: ["star"], isActive: true })

const triggers = [
  { id: "star", ways: (place: string) => [{ via: "webhook", place, events: [], needs: [], expectedDelaySeconds: 1 }] }
] as unknown as ReadonlyArray<Trigger<never>>

const AT_SERVICE: Readonly<Record<string, ReturnType<typeof remote>>> = {
  "made by this hub": remote("1", `${BASE}/webhooks/${id("a")}`),
  "a second one at the same address": remote("2", `${BASE}/webhooks/${id("a")}`),
  "set up by hand": remote("3", `${BASE}/webhooks/${id("b")}`),
  "left behind here": remote("4", `${BASE}/webhooks/${id("c")}`),
  "another hub's": remote("5", `https://other.example/webhooks/${id("d")}`),
  "no hub's": remote("6", `https://ci.example/webhooks/${id("e")}/more`)
}

const removedIds: Array<string> = []
const asked: Array<string> = []

const world = Layer.mergeAll(
  Layer.mock(Hooks, {
    known: () => undefined,
    list: Effect.succeed([
      { ...hook("g", "7"), account: "read-only" },
      hook("a", "1"),
      hook("b", undefined),
      { ...hook("f", undefined), place: "hub" }
    ])
  }),
  // One that was removed, which left its webhook behind at another place.
  Layer.mock(Subscriptions, {
    targets: Effect.succeed([{ plugin: plugin.id, account: "main", trigger: "star", target: "former" }])
  }),
  Layer.succeed(Connections, {
    plugins: [],
    find: ({ account }) =>
      Effect.succeed({
        account: { readOnly: account === "read-only" },
        plugin: { ...plugin, triggers },
        connection: {
          watcher: Effect.succeed({ login: "mona", scopes: [] }),
          webhooks: {
            list: (place: string) =>
              Effect.sync(() => {
                asked.push(place)
                return place === "known" ? Object.values(AT_SERVICE) : []
              }),
            remove: (_: string, remoteId: string) => Effect.sync(() => void removedIds.push(remoteId))
          }
        }
      } as unknown as ConnectedAccount)
  })
)

it.effect("the orphans are a hub's webhooks that this one does not know, at every place that was ever watched", () =>
  Effect.gen(function* () {
    const { orphans } = yield* findOrphans(BASE, () => true)
    expect(asked.splice(0)).toEqual(["known", "known", "former"])
    // Another account that sees them, too, may only read.
    expect(new Set(orphans.map(({ account }) => account))).toEqual(new Set(["main"]))
    expect(orphans.map((one) => [one.id, one.isOwn])).toEqual([
      ["2", true],
      ["4", true],
      ["5", false]
    ])
    // No other is removed, whoever asks for that.
    const removals = Object.entries(AT_SERVICE).map(([label, one]) =>
      Effect.map(removeOrphan(BASE, AT, one.id), (isRemoved) => [label, isRemoved])
    )
    expect((yield* Effect.all(removals)).filter(([, isRemoved]) => isRemoved).map(([label]) => label)).toEqual([
      "a second one at the same address",
      "left behind here",
      "another hub's"
    ])
    expect(removedIds).toEqual(["2", "4", "5"])
  }).pipe(Effect.provide(world))
)
