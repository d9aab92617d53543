/**
 * The accounts of a long-running program: it uses their current state on every call, whichever process changed them.
 */
import type { Field } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import * as NodeTransport from "@inlay/core-http/node-on-demand"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it, onTestFinished } from "vitest"

import * as Runners from "../runner.ts"
import { AccountRows } from "../storage/AccountRows.ts"
import * as Storage from "../storage/Storage.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import { tokenPlugin } from "../testing/tokens/plugin.ts"
import { storedAccounts, tamper, withAccounts } from "../testing/vault-world.ts"
import * as Connected from "./ConnectedAccounts.ts"
import * as StoredAccounts from "./StoredAccounts.ts"

const directory = temporaryDirectories()

const program = (at: string) => {
  const runtime = ManagedRuntime.make(Layer.fresh(Runners.layer([tokenPlugin], at)))
  onTestFinished(() => runtime.dispose())
  const list = () => runtime.runPromise(Accounts.use((accounts) => accounts.list))
  const find = (name?: string) => runtime.runPromise(Accounts.use((accounts) => accounts.find(tokenPlugin, name)))
  return { list, find }
}

const connect = (at: string, name: string, replace = false) =>
  withAccounts(
    at,
    storedAccounts.use(({ save }) =>
      save(
        {
          plugin: "tokens",
          name,
          kind: "sign_in",
          settings: { base_url: "https://api.example" },
          secrets: { token: Redacted.make("token-of-somebody") },
          grant: { scopes: ["read"] }
        },
        { replace }
      )
    )
  )

describe("accounts of a running program", () => {
  it("come, are replaced and go with the next call, and keep what renews them as long as they are the same", async () => {
    const at = directory()
    const { list, find } = program(at)
    expect(await list()).toEqual([])
    const one = await connect(at, "one")
    const first = await find()
    await connect(at, "two")
    expect((await list()).map(({ name }) => name)).toEqual(["one", "two"])
    // The same object, because a runner keeps the account's client for the lifetime of that object.
    expect(await find("one")).toBe(first)
    expect(first.tokens).toBeDefined()
    expect(first.scopes).toEqual(["read"])
    await connect(at, "one", true)
    const replacement = await find("one")
    expect(replacement.revision).not.toBe(one.revision)
    expect(replacement.tokens).not.toBe(first.tokens)
    const [named] = await withAccounts(
      at,
      storedAccounts.use(({ names }) => names)
    )
    await withAccounts(
      at,
      storedAccounts.use(({ remove }) => remove(named!.id, Effect.void))
    )
    expect((await list()).map(({ name }) => name)).toEqual(["two"])
    await expect(find("one")).rejects.toMatchObject({ reason: { _tag: "NotFound", known: ["two"] } })
  })

  it("are read once if nothing changed: 100 calls at once make one source", async () => {
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
    const account = await Effect.runPromise(
      Accounts.use(({ find }) =>
        Effect.all(
          Array.from({ length: 100 }, () => find(tokenPlugin)),
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
    expect([new Set(account).size, reads]).toEqual([1, 1])
  })

  it("of variables that other programs use, too, stand back for a stored one", async () => {
    const at = directory()
    const [first] = tokenPlugin.accountKinds
    const { signIn: _, ...kind } = first!
    const key: Field = { name: "key", label: "Key", type: "text", secret: true, required: true, shared: true, help: "" }
    const plugin = {
      ...tokenPlugin,
      accountKinds: [...tokenPlugin.accountKinds, { ...kind, id: "key", fields: [key], validate: Result.succeed }]
    }
    const asking = Accounts.use(({ list, find }) =>
      Effect.all([Effect.map(list, (all) => all.map(({ name }) => name)), Effect.map(find(plugin), ({ name }) => name)])
    ).pipe(
      Effect.provide(
        Connected.layer([plugin], { INLAY_TOKENS_KEY: "k-1" }).pipe(
          Layer.provide(StoredAccounts.layer({ directory: at, env: {} })),
          Layer.provide([Storage.layer(at), NodeTransport.layer])
        )
      )
    )
    expect(await Effect.runPromise(asking)).toEqual([["env"], "env"])
    await connect(at, "one")
    expect(await Effect.runPromise(asking)).toEqual([["one"], "one"])
  })

  it("work without one that does not open; callers of that one get an error", async () => {
    const at = directory()
    await connect(at, "one")
    await connect(at, "two")
    tamper(at, (database) => database.exec("UPDATE accounts SET settings = '{}' WHERE name = 'two'"))
    const { list, find } = program(at)
    expect((await find("one")).name).toBe("one")
    await expect(find("two")).rejects.toMatchObject({ reason: { _tag: "Refused", guard: "vault" } })
    // Two accounts are connected. The one that can be opened is not chosen just because the other cannot.
    await expect(find()).rejects.toMatchObject({ reason: { _tag: "NotFound", known: ["one", "two"] } })
    expect((await list()).map(({ name, problem }) => [name, problem?.reason._tag])).toEqual([
      ["one", undefined],
      ["two", "Refused"]
    ])
  })

  it("are opened one by one: a call to one opens no other, and none twice", async () => {
    const at = directory()
    for (const name of ["one", "two", "three"]) await connect(at, name)
    const ids: Array<string> = []
    const counting = Layer.effect(
      StoredAccounts.StoredAccounts,
      Effect.map(StoredAccounts.StoredAccounts, (accounts) => ({
        ...accounts,
        byId: (id: string) =>
          Effect.tap(accounts.byId(id), (account) => Effect.sync(() => ids.push(account?.name ?? "")))
      }))
    ).pipe(Layer.provide(StoredAccounts.layer({ directory: at, env: {} })))
    await Effect.runPromise(
      Accounts.use(({ find }) => Effect.forEach(["two", "two", "two"], (name) => find(tokenPlugin, name))).pipe(
        Effect.provide(Connected.layer([tokenPlugin], {}).pipe(Layer.provide([counting, NodeTransport.layer]))),
        Effect.provide(Storage.layer(at))
      )
    )
    expect(ids).toEqual(["two"])
  })
})
