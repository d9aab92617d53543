import { describe, expect, it } from "@effect/vitest"
import { Database } from "@inlay/sql-stores/Database"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import * as Hooks from "./hooks.ts"
import { RowSecrets } from "./row-secrets.ts"

const { all } = backends()

const sealedAs = (open: RowSecrets["Service"]["open"]) =>
  Layer.succeed(RowSecrets, {
    seal: (_, secret) => Effect.succeed({ key_id: "", sealed: Redacted.value(secret) }),
    keyIds: Effect.succeed(new Set<string>()),
    open
  })
const PLAIN = sealedAs((_, { sealed }) => Effect.succeed(Redacted.make(sealed)))

const PLACE = { plugin: "codehost", account: "main", place: "repos/acme/widgets" }
const knownNow = (hooks: Hooks.Hooks["Service"], id: string) =>
  Effect.map(Clock.currentTimeMillis, (now) => hooks.known(id, now)?.id)

describe.each(all)("a cached hook on $name", ({ stores }) => {
  it.live("is read again after two seconds, also if the clock was set back meanwhile", () =>
    Effect.gen(function* () {
      const hooks = yield* Hooks.Hooks
      const { hook } = yield* hooks.provide(PLACE)
      yield* hooks.find(hook.id)
      const now = yield* Clock.currentTimeMillis
      expect(hooks.known(hook.id, now)?.id).toBe(hook.id)
      expect(hooks.known(hook.id, now + 2_500)).toBeUndefined()
      expect(hooks.known(hook.id, now - 3_600_000)).toBeUndefined()
      // Removed with its account, by another part of the program.
      yield* SqlClient.SqlClient.use((sql) => sql`DELETE FROM hooks`)
      const hourAgo = { ...(yield* Clock.Clock), currentTimeMillis: Effect.succeed(now - 3_600_000) }
      expect(yield* Effect.provideService(hooks.find(hook.id), Clock.Clock, hourAgo)).toBeUndefined()
    }).pipe(Effect.provide(Layer.provide(Hooks.layer, PLAIN)), Effect.scoped, Effect.provide(stores()))
  )

  it.live("is forgotten when it is removed, also if somebody reads it right before", () => {
    let beforeWrite: Effect.Effect<unknown> = Effect.void
    const database = Layer.effect(
      Database,
      Effect.map(Database, (of) => ({
        ...of,
        write: (statements, ...scopes) => Effect.andThen(beforeWrite, of.write(statements, ...scopes))
      }))
    )
    return Effect.gen(function* () {
      const hooks = yield* Hooks.Hooks
      const { hook } = yield* hooks.provide(PLACE)
      beforeWrite = Effect.orDie(hooks.find(hook.id))
      expect(yield* hooks.remove(hook.id)).toBe(true)
      expect(yield* knownNow(hooks, hook.id)).toBeUndefined()
      expect(yield* hooks.find(hook.id)).toBeUndefined()
    }).pipe(
      Effect.provide(Hooks.layer.pipe(Layer.provide(PLAIN), Layer.provide(database))),
      Effect.scoped,
      Effect.provide(stores())
    )
  })

  it.live.each([
    ["removed", (hooks: Hooks.Hooks["Service"], id: string) => hooks.remove(id)],
    ["given a new secret", (hooks: Hooks.Hooks["Service"], id: string) => hooks.rotate(id)],
    ["noted as broken", (hooks: Hooks.Hooks["Service"], id: string) => hooks.note(id, { problem: "it is gone" })]
  ] as const)("is not remembered as it was, if it is %s while somebody reads it", ([, change]) =>
    Effect.gen(function* () {
      const [reading, changed] = [yield* Latch.make(), yield* Latch.make()]
      let pauses = false
      const sealed = sealedAs((_, { sealed: text }) =>
        Effect.as(pauses ? Effect.andThen(reading.open, changed.await) : Effect.void, Redacted.make(text))
      )
      yield* Effect.gen(function* () {
        const hooks = yield* Hooks.Hooks
        const { hook } = yield* hooks.provide(PLACE)
        pauses = true
        const reader = yield* Effect.forkChild(hooks.find(hook.id))
        yield* reading.await
        pauses = false
        yield* change(hooks, hook.id)
        yield* changed.open
        yield* Fiber.join(reader)
        expect(yield* knownNow(hooks, hook.id)).toBeUndefined()
      }).pipe(Effect.provide(Layer.provide(Hooks.layer, sealed)), Effect.scoped, Effect.provide(stores()))
    })
  )

  it.live("is made again if it is deleted while it is provided", () => {
    let deletions = 0
    const database = Layer.effect(
      Database,
      Effect.gen(function* () {
        const of = yield* Database
        const sql = yield* SqlClient.SqlClient
        const deleting = Effect.suspend(() => (deletions++ === 0 ? of.write(sql`DELETE FROM hooks`) : Effect.void))
        return {
          ...of,
          write: (statements, ...scopes) => Effect.tap(of.write(statements, ...scopes), () => Effect.orDie(deleting))
        } satisfies Database["Service"]
      })
    )
    return Effect.gen(function* () {
      const hooks = yield* Hooks.Hooks
      const { hook } = yield* hooks.provide(PLACE)
      expect([(yield* hooks.list).map(({ id }) => id), deletions]).toEqual([[hook.id], 2])
    }).pipe(
      Effect.provide(Hooks.layer.pipe(Layer.provide(PLAIN), Layer.provide(database))),
      Effect.scoped,
      Effect.provide(stores())
    )
  })

  it.live(
    "counts as lacking the newest secret at its service until that has it, and is not dropped with a webhook",
    () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks.Hooks
        const { hook, sealed } = yield* hooks.provide(PLACE)
        const state = Effect.map(hooks.list, (list) => list.map(({ hasNewSecret, problem }) => [hasNewSecret, problem]))
        yield* hooks.note(hook.id, { problem: "it is down" })
        expect(yield* state).toEqual([[false, "it is down"]])
        yield* hooks.note(hook.id, { remoteId: "1", events: ["star"], sealed })
        expect(yield* state).toEqual([[false, undefined]])
        yield* hooks.rotate(hook.id)
        // A round that began before the rotation has told the one before.
        yield* hooks.note(hook.id, { remoteId: "1", events: ["star"], sealed })
        expect(yield* state).toEqual([[true, undefined]])
        yield* hooks.note(hook.id, { remoteId: "1", sealed: (yield* hooks.provide(PLACE)).sealed })
        expect(yield* state).toEqual([[false, undefined]])
        yield* SqlClient.SqlClient.use((sql) => sql`UPDATE hooks SET by_hand = 0`)
        yield* hooks.drop(hook.id)
        expect(yield* hooks.list).toHaveLength(1)
      }).pipe(Effect.provide(Layer.provide(Hooks.layer, PLAIN)), Effect.scoped, Effect.provide(stores()))
  )

  it.live("takes each secret that somebody was shown, the ones before the newest for a day", () =>
    Effect.gen(function* () {
      const hooks = yield* Hooks.Hooks
      const { hook } = yield* hooks.provide(PLACE)
      // At once: neither takes the place of the other unseen.
      const shown = yield* Effect.all([hooks.rotate(hook.id), hooks.rotate(hook.id)], { concurrency: 2 })
      const clock = yield* Clock.Clock
      const now = yield* clock.currentTimeMillis
      const secretsAt = (millis: number) =>
        Effect.map(
          Effect.provideService(hooks.findAnew(hook.id), Clock.Clock, {
            ...clock,
            currentTimeMillis: Effect.succeed(millis)
          }),
          (at) => at?.secrets.map(Redacted.value) ?? []
        )
      expect(new Set(yield* secretsAt(now))).toEqual(new Set(shown.map((secret) => secret && Redacted.value(secret))))
      const newest = Redacted.value((yield* hooks.provide(PLACE)).secret)
      expect(yield* secretsAt(now + 25 * 3_600_000)).toEqual([newest])
    }).pipe(Effect.provide(Layer.provide(Hooks.layer, PLAIN)), Effect.scoped, Effect.provide(stores()))
  )

  it.live.each([
    ["was shown", (hooks: Hooks.Hooks["Service"]) => hooks.provide(PLACE, "byHand"), 1],
    [
      "was shown a new one",
      (hooks: Hooks.Hooks["Service"]) => Effect.flatMap(hooks.provide(PLACE), ({ hook }) => hooks.rotate(hook.id)),
      1
    ],
    ["never saw", (hooks: Hooks.Hooks["Service"]) => hooks.provide(PLACE), 0]
  ] as const)("whose secret somebody %s stays, or is dropped, while no service has it", ([, make, count]) =>
    Effect.gen(function* () {
      const hooks = yield* Hooks.Hooks
      yield* make(hooks)
      for (const { id } of yield* hooks.list) yield* hooks.drop(id)
      expect(yield* hooks.list).toHaveLength(count)
    }).pipe(Effect.provide(Layer.provide(Hooks.layer, PLAIN)), Effect.scoped, Effect.provide(stores()))
  )
})
