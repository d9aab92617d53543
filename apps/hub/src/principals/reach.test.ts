import { make } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { plugin as codehost } from "@inlay/codehost"
import { plugin as salesdata } from "@inlay/salesdata"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import type { Grant, Principal } from "./Principal.ts"
import { accountsOf, readOnlyAccounts, withinTools } from "./reach.ts"

const account = (plugin: Plugin, name: string) => {
  const [kind] = plugin.accountKinds
  if (kind === undefined) throw new Error("the plugin has no kind of account")
  const values = { base_url: "https://service.example", token: "x", api_key: "x" }
  return make({ plugin: plugin.id, name, kind, values, revision: "1" })
}
const all = [account(codehost, "home"), account(codehost, "work"), account(salesdata, "work")]

const limitedTo = (grant: Partial<Grant>): Principal => ({
  id: "token:1",
  kind: "token",
  name: "ci",
  grant: { readOnly: false, ...grant }
})

/** Runs with the accounts that are connected. */
const withAccounts = <A, E>(use: (accounts: Accounts["Service"]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(
    Effect.provide(
      Effect.flatMap(Accounts, use),
      Accounts.layer(() => all)
    )
  )

/** The accounts that a grant lists and finds, and whether it finds one of Sales Data without a name. */
const reached = (grant: Partial<Grant>) =>
  withAccounts((accounts) => {
    const own = accountsOf(accounts, limitedTo(grant))
    const found = Effect.filter(all, ({ plugin, name }) =>
      Effect.isSuccess(own.find(plugin === "codehost" ? codehost : salesdata, name))
    )
    return Effect.all([own.list, found, Effect.isSuccess(own.find(salesdata, undefined))])
  }).then(([list, found, isOnly]) => ({
    list: list.map(({ plugin, name }) => `${plugin}/${name}`),
    found: found.map(({ plugin, name }) => `${plugin}/${name}`),
    isOnly
  }))

it.each<[string, Partial<Grant>, ReadonlyArray<string>, boolean]>([
  ["without limits", {}, ["codehost/home", "codehost/work", "salesdata/work"], true],
  ["with plugins alone", { plugins: ["codehost"] }, ["codehost/home", "codehost/work"], false],
  ["with accounts alone", { accounts: ["codehost/work", "salesdata/gone"] }, ["codehost/work"], false],
  ["with both", { plugins: ["salesdata"], accounts: ["codehost/work", "salesdata/work"] }, ["salesdata/work"], true]
])("a grant %s lists and finds the same accounts", async (_, grant, names, isOnly) => {
  expect(await reached(grant)).toEqual({ list: names, found: names, isOnly })
})

it("finds the only account that a grant allows, of several, without its name", async () => {
  const { name } = await withAccounts((accounts) =>
    accountsOf(accounts, limitedTo({ accounts: ["codehost/work"] })).find(codehost, undefined)
  )
  expect(name).toBe("work")
})

it("a grant of tools is one of their plugins, within those that it names", () => {
  const pluginsOf = (grant: Partial<Grant>) => withinTools([codehost, salesdata], limitedTo(grant)).grant.plugins
  expect(pluginsOf({})).toBeUndefined()
  expect(pluginsOf({ tools: ["codehost_get_commit"] })).toEqual(["codehost"])
  expect(pluginsOf({ tools: ["codehost_get_commit"], plugins: ["salesdata"] })).toEqual([])
  expect(pluginsOf({ tools: ["codehost_create_issue"], readOnly: true })).toEqual([])
})

it("read-only accounts say so in the list, to their client and in their settings, from which scopes follow", async () => {
  const { list, first, again } = await withAccounts((accounts) => {
    const own = readOnlyAccounts(accounts)
    return Effect.all({ list: own.list, first: own.find(codehost, "work"), again: own.find(codehost, "work") })
  })
  expect(list.map(({ readOnly }) => readOnly)).toEqual([true, true, true])
  expect(first).toMatchObject({ readOnly: true, settings: { base_url: "https://service.example", read_only: "true" } })
  // Clients are kept as long as the account's object.
  expect(again).toBe(first)
})
