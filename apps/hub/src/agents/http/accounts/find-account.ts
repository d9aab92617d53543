/** Finds accounts by the plugin and name in a request path. */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import * as Effect from "effect/Effect"

import { connectedAccounts } from "../../../accounts/listing.ts"
import { findAccount } from "../../../accounts/naming.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { hubError, unknownName } from "../../../hub-error.ts"
import type { AccountName } from "../../../storage/AccountRows.ts"
import { SharedRunners } from "../../run-as/run-as.ts"

/** Fails if a stored account of the plugin has this name. */
export const refuseTaken = Effect.fnUntraced(function* (at: AccountName) {
  const isTaken = (yield* (yield* StoredAccounts).names).some(
    ({ plugin, name }) => plugin === at.plugin && name === at.name
  )
  if (!isTaken) return
  return yield* hubError("connect", {
    _tag: "Conflict",
    what: `The account ${scopeOf(at)} already exists.`,
    remedy: { to: "chooseAnotherName" },
    nothing: "stored"
  })
})

/** Finds a stored account. Only these can be changed or removed over the API. */
export const findStored = Effect.fnUntraced(function* (at: AccountName, operation: string) {
  const { plugins } = yield* SharedRunners
  const names = yield* (yield* StoredAccounts).names
  return yield* findAccount(names, scopeOf(at), { operation, plugins, env: process.env })
})

/** Finds an account that can be opened, including one of the environment. */
export const findConnected = Effect.fnUntraced(function* (at: AccountName) {
  const { plugins } = yield* SharedRunners
  const { usable, inaccessible } = yield* connectedAccounts(plugins, process.env)
  const same = (one: AccountName) => one.plugin === at.plugin && one.name === at.name
  const account = usable.find((one) => same(one.account))
  if (account !== undefined) return account
  const closedAccount = inaccessible.find(({ named }) => same(named))
  if (closedAccount !== undefined) return yield* closedAccount.problem
  const names = usable.map((one) => scopeOf(one.account))
  return yield* unknownName("accounts", "There is no such account.", names)
})
