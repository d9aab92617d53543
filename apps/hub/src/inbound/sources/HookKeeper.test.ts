import { expect, it } from "@effect/vitest"
import type { Trigger, Way } from "@inlay/agent-plugin/Trigger"
import type { Hook as RemoteHook } from "@inlay/agent-plugin/Webhooks"
import { plugin } from "@inlay/codehost"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Limits } from "../../storage/Limits.ts"
import type { Storage } from "../../storage/Storage.ts"
import { backends } from "../../testing/backends.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import type { Hook } from "../hook-rows.ts"
import { Hooks } from "../hooks.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { Watches } from "../subscriptions/Watches.ts"
import * as HookKeeper from "./HookKeeper.ts"
import { Leases } from "./Leases.ts"
import { Polls } from "./Polls.ts"
import { whileRemoving } from "./removals.ts"

const { all } = backends()
const [{ stores }] = all

const bug = (): never => {
  throw new TypeError("undefined is not a function")
}

const way = (place: string): Way => ({
  via: "webhook",
  place,
  events: ["star"],
  needs: [],
  expectedDelaySeconds: 1
})

const triggers = [
  { id: "whole", ways: (target: unknown) => [way(String(target))] },
  { id: "push", ways: (target: unknown) => [{ ...way(String(target)), events: ["push"] }] },
  { id: "broken", ways: bug }
] as unknown as ReadonlyArray<Trigger<never>>

const subscriptionTo = (trigger: string, account: string, target: string) =>
  ({ plugin: plugin.id, account, trigger, target, isEnabled: true }) as Subscription

const SUBSCRIPTIONS = [
  subscriptionTo("broken", "first", "a"),
  subscriptionTo("whole", "first", "b"),
  subscriptionTo("whole", "second", "bug"),
  subscriptionTo("whole", "second", "c"),
  subscriptionTo("whole", "unknowable", "d"),
  subscriptionTo("whole", "third", "e")
]

const ON_A = subscriptionTo("whole", "first", "a")
const HOOK = { plugin: plugin.id, account: "first", place: "a", id: "a", remoteId: "1", checkedMillis: 0 } as Hook

/**
 * The world of a keeper.
 * @param webhooks those of every account
 * @param hooks what is stored; `problems` gets what is noted, and `removedIds` what is removed
 * @param closed why accounts cannot be opened
 * @param revisions which of its settings each account has; "1" by default
 * @param isDeleted whether somebody deletes each hook while its webhook is set up
 */
const worldOf = (
  webhooks: object,
  subscriptions: ReadonlyArray<Subscription>,
  {
    hooks = [],
    problems = [],
    removedIds = [],
    closed = {},
    revisions = new Map(),
    isDeleted = false,
    replacePolls = () => Effect.void,
    storage = stores()
  }: {
    readonly hooks?: ReadonlyArray<Hook>
    readonly problems?: Array<unknown>
    readonly removedIds?: Array<string>
    readonly closed?: Readonly<Record<string, ProviderError>>
    readonly revisions?: ReadonlyMap<string, string>
    readonly isDeleted?: boolean
    readonly replacePolls?: Polls["Service"]["replace"]
    readonly storage?: Layer.Layer<Storage>
  }
) => {
  const connectedTo = (account: string) =>
    ({
      plugin: { ...plugin, triggers },
      account: { name: account, settings: {}, revision: revisions.get(account) ?? "1" },
      connection: {
        watcher: account === "unknowable" ? Effect.sync(bug) : Effect.succeed({ login: "mona", scopes: [] }),
        webhooks
      }
    }) as unknown as ConnectedAccount
  return HookKeeper.layer.pipe(
    Layer.provide([
      Layer.mock(Hooks, {
        known: () => undefined,
        list: Effect.succeed(hooks),
        provide: ({ place }) =>
          Effect.succeed({ hook: hooks[0] ?? ({ id: place } as Hook), secret: Redacted.make("secret"), sealed: "" }),
        note: (_, { problem }) => Effect.sync(() => (problem === undefined ? !isDeleted : problems.push(problem) > 0)),
        remove: (id) => Effect.sync(() => removedIds.push(id) > 0)
      }),
      Layer.mock(Polls, { replace: replacePolls }),
      Layer.succeed(Leases, { having: (_, work) => work }),
      Layer.mock(Subscriptions, { list: Effect.succeed(subscriptions) }),
      Layer.mock(Watches, { list: Effect.succeed([]) }),
      Layer.succeed(Connections, {
        plugins: [],
        find: ({ account = "" }) => closed[account] ?? Effect.succeed(connectedTo(account))
      }),
      Layer.mock(Limits, { at: () => Effect.succeed([]) }),
      storage
    ])
  )
}

it.effect("a bug in a trigger, an account or a place holds up the webhooks of no others", () => {
  const places = new Set<string>()
  const problems: Array<unknown> = []
  const webhooks = {
    list: (place: string) => (place === "bug" ? Effect.sync(bug) : Effect.succeed<ReadonlyArray<RemoteHook>>([])),
    put: (place: string) => Effect.sync(() => ({ id: String(places.add(place).size) }))
  }
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    // What met a bug is tried again soon.
    expect(yield* keeper.round("https://hub.example")).toBe(false)
    expect([...places].sort()).toEqual(["b", "c", "e"])
    expect(problems).toEqual([])
  }).pipe(Effect.provide(worldOf(webhooks, SUBSCRIPTIONS, { problems })))
})

it.effect("a webhook is looked at again after a minute, also if the clock was set back meanwhile", () => {
  let looks = 0
  const webhooks = {
    list: () => Effect.sync((): ReadonlyArray<RemoteHook> => (looks++, [])),
    put: () => Effect.succeed({ id: "1" })
  }
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    const looksOfRound = Effect.map(keeper.round("https://hub.example"), () => looks)
    yield* TestClock.setTime(10_000_000)
    expect([yield* looksOfRound, yield* looksOfRound]).toEqual([1, 1])
    yield* TestClock.adjust("1 minute")
    expect([yield* looksOfRound, yield* looksOfRound]).toEqual([2, 2])
    yield* TestClock.setTime(1_000_000)
    expect(yield* looksOfRound).toBe(3)
  }).pipe(Effect.provide(worldOf(webhooks, [ON_A], { hooks: [HOOK] })))
})

it.effect("a webhook that was looked at a moment ago is looked at again if what it should be has changed", () => {
  let looks = 0
  const webhooks = {
    list: () => Effect.sync((): ReadonlyArray<RemoteHook> => (looks++, [])),
    put: () => Effect.succeed({ id: "1" })
  }
  const subscriptions = [ON_A]
  const revisions = new Map<string, string>()
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    const looksOfRound = Effect.map(keeper.round("https://hub.example"), () => looks)
    expect([yield* looksOfRound, yield* looksOfRound]).toEqual([1, 1])
    subscriptions.push(subscriptionTo("push", "first", "a"))
    expect([yield* looksOfRound, yield* looksOfRound]).toEqual([2, 2])
    // Its key may now be another user's.
    revisions.set("first", "2")
    expect([yield* looksOfRound, yield* looksOfRound]).toEqual([3, 3])
  }).pipe(Effect.provide(worldOf(webhooks, subscriptions, { hooks: [HOOK], revisions })))
})

const WHOLE: RemoteHook = { id: "1", url: "https://hub.example/webhooks/a", events: ["star"], isActive: true }

/** What stands at the service, what the hub knows of it, and of which webhooks the service is told, by their ids. */
const STANDING: ReadonlyArray<
  readonly [
    label: string,
    standing: Partial<RemoteHook> | undefined,
    known: Partial<Hook>,
    putIds: ReadonlyArray<unknown>
  ]
> = [
  ["as it should be", {}, {}, []],
  ["deleted", undefined, {}, [undefined]],
  ["switched off", { isActive: false }, {}, ["1"]],
  ["that sends another event", { events: ["push"] }, {}, ["1"]],
  ["that sends more than is wanted", { events: ["star", "push"] }, {}, ["1"]],
  ["that leads to an earlier address", { url: "https://old.example/webhooks/a" }, {}, ["1"]],
  ["that somebody led elsewhere", { url: "https://elsewhere.example/" }, {}, ["1"]],
  ["whose service lacks the newest secret", {}, { hasNewSecret: true }, ["1", "1"]],
  ["made by a program that was stopped", {}, { remoteId: undefined }, ["1", "1"]],
  ["replaced by one with the same address", { id: "2" }, {}, ["2", "2"]]
]

it.effect("a webhook is as it should be after a round, and there is no second one", () => {
  const moves: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => moves.push(String(message)))])
  return Effect.gen(function* () {
    const storage = Layer.succeedContext(yield* Effect.context<Storage>())
    for (const [label, standing, known, putIds] of STANDING) {
      const told: Array<unknown> = []
      const webhooks = {
        list: () => Effect.succeed(standing === undefined ? [] : [{ ...WHOLE, ...standing }]),
        put: (_: string, { id }: Partial<RemoteHook>) => Effect.sync(() => (told.push(id), { id: id ?? "1" }))
      }
      const world = worldOf(webhooks, [ON_A], { hooks: [{ ...HOOK, ...known }], storage })
      yield* Effect.gen(function* () {
        const keeper = yield* HookKeeper.HookKeeper
        yield* keeper.round("https://hub.example")
        yield* keeper.round("https://hub.example")
      }).pipe(Effect.provide(world))
      expect([label, told]).toEqual([label, putIds])
    }
    // Nothing else is a move.
    expect(moves).toEqual(
      ["old", "elsewhere"].map((name): unknown =>
        expect.stringContaining(` led to https://${name}.example, and now leads to `)
      )
    )
  }).pipe(Effect.provide([stores(), logger]))
})

const failureOf = (reason: Reason) => new ProviderError({ provider: plugin.id, operation: "hooks", reason })
const DOWN = failureOf({ _tag: "Unavailable", what: "It is down.", status: 503 })
const FORBIDDEN = failureOf({ _tag: "Forbidden", what: "No rights.", nothing: "changed" })
const NOT_FOUND = failureOf({ _tag: "NotFound", what: "There is no such account." })

it.effect("a service that is down for a moment is no reason to poll instead, and one that refuses is", () => {
  let failure = DOWN
  const problems: Array<unknown> = []
  const webhooks = { list: () => Effect.succeed([]), put: () => Effect.suspend(() => failure) }
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    expect([yield* keeper.round("https://hub.example"), problems]).toEqual([false, []])
    failure = FORBIDDEN
    expect(yield* keeper.round("https://hub.example")).toBe(true)
    expect(problems[0]).toMatch(/No rights/)
  }).pipe(Effect.provide(worldOf(webhooks, [ON_A], { hooks: [HOOK], problems })))
})

it.effect("what an account that cannot be asked needs is looked at again soon", () =>
  Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    expect(yield* keeper.round("https://hub.example")).toBe(false)
  }).pipe(Effect.provide(worldOf({}, [subscriptionTo("whole", "unknowable", "a")], {})))
)

/** What becomes of a hook that nobody needs any more. */
const UNUSED: ReadonlyArray<
  readonly [label: string, account: ProviderError | undefined, service: ProviderError | undefined, isRemoved: boolean]
> = [
  ["while another account needs one at the same place", undefined, undefined, true],
  ["of an account that is gone", NOT_FOUND, undefined, true],
  ["of an account that cannot be opened", DOWN, undefined, false],
  ["whose webhook the service keeps", undefined, FORBIDDEN, false]
]

it.effect("a hook that nobody needs goes, but not before its webhook", () =>
  Effect.gen(function* () {
    const storage = Layer.succeedContext(yield* Effect.context<Storage>())
    for (const [label, account, service, isRemoved] of UNUSED) {
      const problems: Array<unknown> = []
      const removedIds: Array<string> = []
      const webhooks = { list: () => Effect.succeed([WHOLE]), remove: () => service ?? Effect.void }
      const hooks = [HOOK, { ...HOOK, account: "second", id: "unused", remoteId: "2" }]
      const closed = account === undefined ? {} : { second: account }
      const world = worldOf(webhooks, [ON_A], { hooks, problems, removedIds, closed, storage })
      yield* HookKeeper.HookKeeper.use((keeper) => keeper.round("https://hub.example")).pipe(Effect.provide(world))
      expect([label, removedIds, problems]).toEqual([
        label,
        isRemoved ? ["unused"] : [],
        isRemoved ? [] : [expect.stringMatching(/^It cannot be removed: /)]
      ])
    }
  }).pipe(Effect.provide(stores()))
)

it.effect("a subscription that is switched off needs no hook", () => {
  const removedIds: Array<string> = []
  const webhooks = { list: () => Effect.succeed([WHOLE]), remove: () => Effect.void }
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    expect(yield* keeper.round("https://hub.example")).toBe(true)
    expect(removedIds).toEqual(["a"])
  }).pipe(Effect.provide(worldOf(webhooks, [{ ...ON_A, isEnabled: false }], { hooks: [HOOK], removedIds })))
})

it.effect.each(["cannot be opened", "is being removed"])("what an account has that %s stays as it is", (why) => {
  const changes: Array<string> = []
  const keptAccounts: Array<string> = []
  const webhooks = {
    list: () => Effect.succeed<ReadonlyArray<RemoteHook>>([]),
    put: (place: string) => Effect.sync(() => ({ id: String(changes.push(`put ${place}`)) })),
    remove: (place: string) => Effect.sync(() => changes.push(`remove ${place}`) > 0)
  }
  const subscriptions = [ON_A, subscriptionTo("whole", "second", "c")]
  const ofSecond = { ...HOOK, account: "second", remoteId: "2" }
  const hooks = [HOOK, { ...ofSecond, id: "c", place: "c" }, { ...ofSecond, id: "unused", place: "unused" }]
  const storage = stores()
  const world = worldOf(webhooks, subscriptions, {
    hooks,
    removedIds: changes,
    closed: why === "cannot be opened" ? { second: DOWN } : {},
    replacePolls: (_, isKept) =>
      Effect.sync(() => {
        keptAccounts.push(...["first", "second"].filter((account) => isKept({ plugin: plugin.id, account })))
      }),
    storage
  })
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    const round = keeper.round("https://hub.example")
    const removal = { plugin: plugin.id, account: "second" }
    expect(yield* why === "cannot be opened" ? round : whileRemoving(removal, round)).toBe(false)
    expect([changes, keptAccounts]).toEqual([["put a"], ["second"]])
  }).pipe(Effect.provide(Layer.merge(world, storage)))
})

it.effect("a webhook whose hook is deleted while it is set up goes too", () => {
  const changes: Array<string> = []
  const webhooks = {
    list: () => Effect.succeed<ReadonlyArray<RemoteHook>>([]),
    put: () => Effect.sync(() => ({ id: String(changes.push("put")) })),
    remove: (place: string, id: string) => Effect.sync(() => changes.push(`remove ${id} at ${place}`) > 0)
  }
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    expect(yield* keeper.round("https://hub.example")).toBe(false)
    expect(changes).toEqual(["put", "remove 1 at a"])
  }).pipe(Effect.provide(worldOf(webhooks, [ON_A], { hooks: [HOOK], isDeleted: true })))
})

it.effect("a webhook that met the removal of its account is set up again at once if the account stays", () => {
  const changes: Array<string> = []
  const [asked, answered] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
  const webhooks = {
    list: () => Effect.succeed<ReadonlyArray<RemoteHook>>([]),
    put: () =>
      Effect.gen(function* () {
        changes.push("put")
        yield* asked.open
        yield* answered.await
        return { id: "1" }
      }),
    remove: () => Effect.sync(() => changes.push("remove") > 0)
  }
  const storage = stores()
  const world = worldOf(webhooks, [ON_A], { hooks: [HOOK], storage })
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    const round = yield* Effect.forkChild(keeper.round("https://hub.example"))
    yield* asked.await
    // The removal begins while the service creates the webhook, and then the account cannot be revoked.
    yield* whileRemoving({ plugin: plugin.id, account: "first" }, Effect.andThen(answered.open, Fiber.join(round)))
    expect(yield* keeper.round("https://hub.example")).toBe(true)
    expect(changes).toEqual(["put", "remove", "put"])
  }).pipe(Effect.provide(Layer.merge(world, storage)))
})

/** A hub with one webhook: what stands at the service, and what servers log. */
const movable = () => {
  const lines: Array<string> = []
  const standing = new Map<string, RemoteHook>()
  const webhooks = {
    list: () => Effect.sync(() => [...standing.values()]),
    put: (_: string, { url, events }: Pick<RemoteHook, "url" | "events">) =>
      Effect.sync(() => {
        standing.set("1", { id: "1", url, events, isActive: true })
        return { id: "1" }
      }),
    remove: () => Effect.sync(() => standing.delete("1"))
  }
  const layer = worldOf(webhooks, [ON_A], { hooks: [HOOK] })
  return {
    lines,
    address: () => standing.get("1")?.url,
    world: Layer.mergeAll(layer, Logger.layer([Logger.make(({ message }) => lines.push(String(message)))]))
  }
}

it.effect("a webhook moves with the hub's address once no server has the one before, and is said to", () => {
  const { lines, address, world } = movable()
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    yield* keeper.round("https://hub.example")
    yield* keeper.round("https://hub.example")
    expect(lines).toEqual([])
    yield* TestClock.adjust("2 minutes")
    expect(yield* keeper.round("https://new.example")).toBe(true)
    expect(address()).toBe("https://new.example/webhooks/a")
    expect(lines).toEqual([
      expect.stringMatching(/codehost\/first at a led to https:\/\/hub\.example, .* https:\/\/new\.example\. .*--url/)
    ])
  }).pipe(Effect.provide(world))
})

it.effect.each(["http://127.0.0.1:4670", "https://laptop.example"])(
  "a second server at %s, such as one that somebody starts for a look, leaves the webhooks of the others alone",
  (second) => {
    const { lines, address, world } = movable()
    return Effect.gen(function* () {
      const keeper = yield* HookKeeper.HookKeeper
      yield* keeper.round("https://hub.example")
      expect(yield* keeper.round(second)).toBe(false)
      expect(yield* keeper.round(second)).toBe(false)
      expect(address()).toBe("https://hub.example/webhooks/a")
      expect(lines).toEqual([expect.stringMatching(/stay as they are.* https:\/\/hub\.example\. .*--url/)])
    }).pipe(Effect.provide(world))
  }
)

it.effect("a server without an address of its own waits for an upgrade of the others before it polls instead", () => {
  const { address, world } = movable()
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    yield* keeper.round("https://hub.example")
    yield* TestClock.adjust("10 minutes")
    expect(yield* keeper.round("http://127.0.0.1:4670")).toBe(false)
    expect(address()).toBe("https://hub.example/webhooks/a")
    yield* TestClock.adjust("10 minutes")
    expect(yield* keeper.round("http://127.0.0.1:4670")).toBe(true)
    expect(address()).toBe("https://hub.example/webhooks/a")
  }).pipe(Effect.provide(world))
})

it.effect("a server that gets an address for the first time sets up webhooks at once", () => {
  const { address, world } = movable()
  return Effect.gen(function* () {
    const keeper = yield* HookKeeper.HookKeeper
    yield* keeper.round("http://127.0.0.1:4670")
    expect(address()).toBeUndefined()
    expect(yield* keeper.round("https://hub.example")).toBe(true)
    expect(address()).toBe("https://hub.example/webhooks/a")
  }).pipe(Effect.provide(world))
})
