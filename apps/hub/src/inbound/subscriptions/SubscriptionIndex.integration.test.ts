/**
 * How few queries an event needs, whatever the number of subscriptions, and that a change of a subscription counts at
 * once.
 */
import { randomBytes } from "node:crypto"

import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { describe, expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { storesAt, type Place } from "../../testing/places.ts"
import * as RowSecrets from "../row-secrets.ts"
import * as Subscriptions from "./Subscriptions.ts"

const MANY = 100
const PLACE = "repos/acme/widgets"
const WATCHED = { plugin: "codehost", account: "main", trigger: "codehost_new_star" }
const env = { INLAY_SECRET_KEY: randomBytes(32).toString("base64") }

const { all } = backends()

/** One server's subscriptions, with a count of its statements. */
const serverOf = (place: Place) => {
  let statements = 0
  const counting: Statement.Transformer = (statement) =>
    Effect.sync(() => {
      statements += 1
      return statement
    })
  const sealed = RowSecrets.layer({ directory: place.directory, env })
  const runtime = ManagedRuntime.make(Layer.provideMerge(Layer.provide(Subscriptions.layer, sealed), storesAt(place)))
  onTestFinished(() => runtime.dispose())
  const run = runtime.runPromise.bind(runtime)
  const using = <A, E>(use: (subscriptions: Subscriptions.Subscriptions["Service"]) => Effect.Effect<A, E>) =>
    run(Subscriptions.Subscriptions.use(use))
  return {
    run,
    create: (account = WATCHED.account) =>
      using((subscriptions) =>
        subscriptions.create({
          ...WATCHED,
          account,
          name: "test",
          target: { owner: "acme", repo: "widgets" },
          place: PLACE,
          filters: { actor: "nobody" },
          url: "https://agent.example/",
          inOrder: false,
          ownChanges: false,
          creditsPerEvent: undefined,
          pollsOnly: false,
          isEnabled: true,
          principal: "local",
          queueOf: (id) => id
        })
      ).then(({ subscription }) => subscription.id),
    using,
    /** The subscriptions that an event starts now, and how many statements that took. */
    event: async (account = WATCHED.account, trigger = WATCHED.trigger, repository = PLACE) => {
      const before = statements
      const list = await using(({ at }) =>
        Effect.provideService(
          at({ ...WATCHED, account, trigger }, [repository, "orgs/acme"]),
          Statement.CurrentTransformer,
          counting
        )
      )
      return { ids: list.map(({ id }) => id), statements: statements - before }
    }
  }
}

describe.each(all)("subscriptions of a place on $name", ({ place }) => {
  it(`are asked for by one statement an event, be it 1 or ${MANY}`, async () => {
    const server = serverOf(await place())
    await server.create()
    await server.event()
    expect((await server.event()).statements).toBe(1)
    for (let n = 1; n < MANY; n++) await server.create()
    expect((await server.event()).ids).toHaveLength(MANY)
    expect((await server.event()).statements).toBe(1)
  })

  it("count as soon as they are made, and no longer once they are switched off, removed or renamed, by whichever server", async () => {
    const where = await place()
    const server = serverOf(where)
    const other = serverOf(where)
    expect((await server.event()).ids).toEqual([])
    const id = await other.create()
    expect((await server.event()).ids).toEqual([id])
    await other.using(({ disable }) => disable(id))
    expect((await server.event()).ids).toEqual([])
    await server.using(({ enable }) => enable(id, false))
    expect((await server.event()).ids).toEqual([id])
    await other.using(({ renameAccount }) => renameAccount({ plugin: "codehost", name: "main" }, "other"))
    expect([(await server.event()).ids, (await server.event("other")).ids]).toEqual([[], [id]])
    await other.using(({ remove }) => remove(id))
    expect((await server.event("other")).ids).toEqual([])
    const again = await other.create()
    expect((await server.event()).ids).toEqual([again])
    // As a program does that does not know about versions.
    await other.run(SqlClient.SqlClient.use((sql) => sql`DELETE FROM subscriptions WHERE id = ${again}`))
    expect((await server.event()).ids).toEqual([])
  })

  it("count for events of their own trigger and place", async () => {
    const server = serverOf(await place())
    const id = await server.create()
    expect((await server.event()).ids).toEqual([id])
    expect((await server.event("main", "codehost_new_fork")).ids).toEqual([])
    expect((await server.event("main", WATCHED.trigger, "repos/acme/gadgets")).ids).toEqual([])
  })

  it("do not count if their change was rolled back", async () => {
    const server = serverOf(await place())
    const id = await server.create()
    const undone = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { write } = yield* Database
      const { at } = yield* Subscriptions.Subscriptions
      const changing = Effect.gen(function* () {
        yield* sql`UPDATE subscriptions SET enabled = 0 WHERE id = ${id}`
        expect(yield* at(WATCHED, [PLACE])).toEqual([])
        return yield* Effect.fail("undone" as const)
      })
      return yield* Effect.flip(write(changing))
    })
    expect(await server.run(undone)).toBe("undone")
    expect((await server.event()).ids).toEqual([id])
    const next = await server.create()
    expect((await server.event()).ids.toSorted()).toEqual([id, next].toSorted())
  })
})
