import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"

import { AT, CODEHOST, HOST_FORM, hostValues, PAGE, serving } from "../../../tests/samples/codehost.ts"
import { live, makeBrowser } from "../../../tests/whole-worker.ts"
import { Database } from "../../../vault/database/Database.ts"

const connect = Effect.gen(function* () {
  const { state, start, database } = makeBrowser()
  state.granted.add(CODEHOST)
  state.serve = serving()
  state.address = `${PAGE}/issues/41`
  const { ask } = yield* start
  yield* ask("saveAccount", { ...HOST_FORM, values: hostValues, force: false })
  state.sent.length = 0
  /** Damages the stored record of an account. */
  const damage = (account: string) =>
    Effect.flatMap(Database, ({ transact }) =>
      transact<void>("test.damage", ["accounts"], "readwrite", (transaction, give) => {
        transaction.objectStore("accounts").put({ id: `codehost/${account}`, settings: 7 })
        give()
      })
    ).pipe(Effect.provide(Database.layer(database)))
  return { state, ask, damage }
})

describe("the page of a repository", () => {
  live(
    "is recognised by the account of its host, also on pages below it",
    Effect.gen(function* () {
      const { ask, state } = yield* connect
      const page = yield* ask("repositoryPage", { tabId: 1, account: null })
      assert.deepStrictEqual(page, {
        state: "repository",
        of: AT,
        names: ["work"],
        key: "code.acme.example/acme/widgets",
        shows: []
      })
      assert.deepStrictEqual(state.repositoryHosts, ["code.acme.example"], "offered as soon as it is connected")
      state.repositoryHosts = []
      assert.deepStrictEqual(yield* ask("repositoryHosts", {}), { hosts: ["code.acme.example"] })
      assert.deepStrictEqual(state.repositoryHosts, ["code.acme.example"])
      state.address = `${CODEHOST}/Acme/Widgets/Actions`
      assert.deepInclude(yield* ask("repositoryPage", { tabId: 1, account: null }), {
        key: "code.acme.example/acme/widgets",
        shows: ["runs"]
      })
      state.address = `${PAGE}/blob/main/widgets/actions/build.ts`
      assert.deepInclude(yield* ask("repositoryPage", { tabId: 1, account: null }), { shows: [] })
      for (const address of [`${CODEHOST}/settings/profile`, "https://elsewhere.example/acme/widgets", undefined]) {
        state.address = address
        assert.deepStrictEqual(yield* ask("repositoryPage", { tabId: 1, account: null }), { state: "elsewhere" })
      }
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "is read by the account that the popup names, otherwise by the one chosen last for the code host",
    Effect.gen(function* () {
      const { ask } = yield* connect
      yield* ask("saveAccount", { ...HOST_FORM, account: "another", values: hostValues, force: false })
      const names = ["another", "work"]
      const accountFor = (account: string | null) =>
        Effect.map(ask("repositoryPage", { tabId: 1, account }), (page) =>
          page.state === "repository" ? [page.of.account, page.names.toSorted()] : []
        )
      yield* ask("chooseAccount", { plugin: "codehost", account: "work" })
      assert.deepStrictEqual(yield* accountFor(null), ["work", names])
      assert.deepStrictEqual(yield* accountFor("another"), ["another", names])
      assert.deepStrictEqual(yield* accountFor("removed"), ["work", names])
    })
  )

  live(
    "is that of a link if the user chose a link instead of the page",
    Effect.gen(function* () {
      const { ask, state } = yield* connect
      state.address = "https://elsewhere.example/"
      const link = `${PAGE}/pull/3`
      assert.deepInclude(yield* ask("repositoryPage", { tabId: 1, link, account: null }), {
        state: "repository",
        of: AT
      })
      const other = "https://elsewhere.example/acme/widgets"
      assert.deepStrictEqual(yield* ask("repositoryPage", { tabId: 1, link: other, account: null }), {
        state: "elsewhere"
      })
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "of the public service says that nothing is connected",
    Effect.gen(function* () {
      const { ask, state } = yield* connect
      state.address = "https://github.com/acme/widgets/pull/3"
      const page = yield* ask("repositoryPage", { tabId: 1, account: null })
      assert.deepStrictEqual(page, { state: "notConnected", name: "acme/widgets" })
    })
  )

  live(
    "is recognised beside an account that cannot be opened; if none can, that is why nothing is",
    Effect.gen(function* () {
      const { ask, damage } = yield* connect
      yield* damage("other")
      assert.deepInclude(yield* ask("repositoryPage", { tabId: 1, account: null }), { of: AT, names: ["work"] })
      yield* damage("work")
      const error = yield* Effect.flip(ask("repositoryPage", { tabId: 1, account: null }))
      assert.deepStrictEqual(error.own?.is, "accountClosed")
    })
  )
})
