/** An account that is removed while another program writes it, or an answer that it bought, stays removed. */
import { describe, expect, it } from "@effect/vitest"
import { LookupCache } from "@inlay/core-http/LookupCache"
import { BuyerOfRun } from "@inlay/sql-stores/LookupCache"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { AccountRows } from "../storage/AccountRows.ts"
import { backends } from "../testing/backends.ts"
import { storesAt } from "../testing/places.ts"
import { newAccount } from "../testing/vault-world.ts"
import * as StoredAccounts from "./StoredAccounts.ts"

const { all } = backends()

const grant = { accessToken: Redacted.make("a-2"), refreshToken: Redacted.make("r-2"), scopes: [] }
const content = {
  ...newAccount("one"),
  secrets: { token: Redacted.make("a-1") },
  grant: { refreshToken: Redacted.make("r-1"), scopes: [] }
}

describe.each(all)("an account that is removed on $name stays removed", ({ place }) => {
  it.live.each([
    ["its token is renewed", (accounts, account) => accounts.renew(account, grant)],
    ["the vault's key is rotated", (accounts) => accounts.rotate]
  ] as ReadonlyArray<
    readonly [
      string,
      (
        accounts: StoredAccounts.StoredAccounts["Service"],
        account: Effect.Success<ReturnType<StoredAccounts.StoredAccounts["Service"]["save"]>>
      ) => Effect.Effect<unknown, unknown>
    ]
  >)("while %s", ([, write]) =>
    Effect.gen(function* () {
      const at = yield* Effect.promise(place)
      const accounts = StoredAccounts.layer({ directory: at.directory, env: {} })
      const writing = yield* Latch.make()
      let remover: Fiber.Fiber<void, unknown> | undefined
      /** As soon as a row is about to be written, the other program removes the account. */
      const pausing = Layer.effect(
        AccountRows,
        Effect.map(AccountRows, (rows) => ({
          ...rows,
          put: (row) =>
            Effect.gen(function* () {
              yield* writing.open
              // Until it is done, or waits for this write.
              if (remover !== undefined) yield* Effect.timeoutOption(Fiber.await(remover), "300 millis")
              yield* rows.put(row)
            })
        }))
      )
      const remaining = yield* Effect.gen(function* () {
        const own = yield* StoredAccounts.StoredAccounts
        const account = yield* own.save(content)
        const other = yield* Layer.build(Layer.provide(accounts, storesAt(at)))
        yield* writing.close
        remover = yield* StoredAccounts.StoredAccounts.use(({ remove }) => remove(account.id, Effect.void)).pipe(
          Effect.provideContext(other),
          (removing) => Effect.andThen(writing.await, removing),
          Effect.forkChild
        )
        yield* write(own, account)
        yield* Fiber.join(remover)
        return yield* own.names
      }).pipe(Effect.provide(accounts.pipe(Layer.provide(pausing), Layer.provide(storesAt(at)))))
      expect(remaining).toEqual([])
    }).pipe(Effect.scoped)
  )

  it.live("while an answer that it bought is being stored", () =>
    Effect.gen(function* () {
      const at = yield* Effect.promise(place)
      const accounts = StoredAccounts.layer({ directory: at.directory, env: {} })
      const [one, other] = [
        yield* Layer.build(Layer.provideMerge(accounts, storesAt(at))),
        yield* Layer.build(Layer.provideMerge(accounts, storesAt(at)))
      ]
      const [storing, removing] = [yield* Latch.make(), yield* Latch.make()]
      const { id, plugin, name } = yield* StoredAccounts.StoredAccounts.use(({ save }) => save(content)).pipe(
        Effect.provideContext(one)
      )
      const scope = `${plugin}/${name}`
      const entry = {
        scope: `${scope}@https://api.example`,
        operation: "enrichPerson",
        keys: ["email:ada@acme.example"],
        match: true,
        status: 200,
        body: {},
        fetchedAtMillis: Date.now(),
        expiresAtMillis: Date.now() + 60_000
      }
      const removal = yield* StoredAccounts.StoredAccounts.use(({ remove }) =>
        Effect.andThen(
          storing.await,
          remove(
            id,
            Effect.tap(
              LookupCache.use(({ clear }) => clear(scope)),
              removing.open
            )
          )
        )
      ).pipe(Effect.provideContext(other), Effect.forkChild)
      const store = LookupCache.use((cache) => cache.store(entry)).pipe(
        Effect.provideService(BuyerOfRun, { buyer: { origin: id, scope } })
      )
      const answers = Effect.map(
        LookupCache.use((cache) => cache.find(entry, Date.now())),
        (found) => found.length
      )
      yield* Effect.provideContext(store, one)
      expect(yield* Effect.provideContext(answers, other)).toBe(1)
      yield* SqlClient.SqlClient.use((sql) =>
        sql.withTransaction(
          // The removal goes on until it waits for this transaction.
          Effect.all([store, storing.open, Effect.timeoutOption(removing.await, "300 millis")], { discard: true })
        )
      ).pipe(Effect.provideContext(one))
      yield* Fiber.join(removal)
      yield* Effect.provideContext(store, one)
      expect(yield* Effect.provideContext(answers, other)).toBe(0)
    }).pipe(Effect.scoped)
  )
})
