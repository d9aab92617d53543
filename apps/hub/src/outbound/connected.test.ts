/** The accounts that a long-running program works with: as they are at each call, whoever changed them. */
import { Accounts } from "@inlay/agent-plugin/Account"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as NodeTransport from "@inlay/core-http/node-on-demand"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { afterEach, describe, expect, it } from "vitest"

import { AccountRows } from "../storage/Accounts.ts"
import * as Storage from "../storage/Storage.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import { tokenPlugin } from "../testing/token-plugin.ts"
import { stored, tamper, withAccounts } from "../testing/vault-world.ts"
import * as Connected from "./connected.ts"
import * as Hub from "./hub.ts"
import * as StoredAccounts from "./StoredAccounts.ts"

const directory = temporaryDirectories()
const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const program = (at: string) => {
  const runtime = ManagedRuntime.make(Layer.fresh(Hub.layer([tokenPlugin], at)))
  closing.push(() => runtime.dispose())
  return () => runtime.runPromise(Effect.flatMap(Accounts, ({ all }) => all))
}

const connect = (at: string, name: string, replace = false) =>
  withAccounts(
    at,
    stored.use(({ save }) =>
      save(
        {
          plugin: "tokens",
          name,
          kind: "sign_in",
          settings: { base_url: "https://api.example" },
          secrets: { token: Redacted.make("token-of-somebody") },
          grant: { scopes: [] }
        },
        replace
      )
    )
  )

describe("accounts of a running program", () => {
  it("come, are replaced and go with the next call, and keep what renews them as long as they are the same", async () => {
    const at = directory()
    const all = program(at)
    expect(await all()).toEqual([])
    const one = await connect(at, "one")
    const [first] = await all()
    await connect(at, "two")
    const [again, second] = await all()
    expect([again?.name, second?.name]).toEqual(["one", "two"])
    expect(again?.tokens).toBe(first?.tokens)
    expect(first?.tokens).toBeDefined()
    await connect(at, "one", true)
    const [replaced] = await all()
    expect(replaced?.revision).not.toBe(one.revision)
    expect(replaced?.tokens).not.toBe(first?.tokens)
    const [named] = await withAccounts(
      at,
      stored.use(({ names }) => names)
    )
    await withAccounts(
      at,
      stored.use(({ remove }) => remove(named!.id))
    )
    expect((await all()).map(({ name }) => name)).toEqual(["two"])
  })

  it("are read once where nothing changed: 100 calls at once make one source", async () => {
    const at = directory()
    await connect(at, "one")
    let reads = 0
    const counting = Layer.effect(
      AccountRows,
      Effect.map(AccountRows, (rows) => ({
        ...rows,
        all: Effect.andThen(
          Effect.sync(() => reads++),
          Effect.delay(rows.all, "10 millis")
        )
      }))
    )
    const storage = Storage.layer(at)
    const rows = counting.pipe(Layer.provide(storage))
    const found = await Effect.runPromise(
      Effect.flatMap(Accounts, ({ all }) =>
        Effect.all(
          Array.from({ length: 100 }, () => all),
          { concurrency: "unbounded" }
        )
      ).pipe(
        Effect.provide(
          Connected.layer([tokenPlugin], {}).pipe(
            Layer.provide(StoredAccounts.layer({ directory: at, env: {} })),
            Layer.provide([rows, NodeTransport.layer])
          )
        )
      )
    )
    expect([new Set(found.map(([account]) => account?.tokens)).size, reads]).toEqual([1, 1])
  })

  it("go on without one that does not open, which is said to who calls it", async () => {
    const at = directory()
    await connect(at, "one")
    await connect(at, "two")
    tamper(at, (database) => database.exec("UPDATE accounts SET settings = '{}' WHERE name = 'two'"))
    const runtime = ManagedRuntime.make(Layer.fresh(Hub.layer([tokenPlugin], at)))
    closing.push(() => runtime.dispose())
    const accountFor = (name?: string) =>
      runtime.runPromise(Effect.flatMap(Runner, (runner) => runner.accountFor(tokenPlugin, name)))
    expect((await accountFor("one")).name).toBe("one")
    await expect(accountFor("two")).rejects.toMatchObject({ reason: { _tag: "Refused", guard: "vault" } })
    // Two are connected: which one is meant is not guessed from which one opens.
    await expect(accountFor()).rejects.toMatchObject({ reason: { _tag: "NotFound", known: ["one", "two"] } })
  })
})
