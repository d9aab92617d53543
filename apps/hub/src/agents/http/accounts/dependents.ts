/** What depends on an account: hub tokens and agents that may use it by name, and subscriptions to its events. */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import * as Effect from "effect/Effect"

import { Subscriptions } from "../../../inbound/subscriptions/Subscriptions.ts"
import type { Grant } from "../../../principals/Principal.ts"
import { changeAccountLimits } from "../../credentials/account-limits.ts"
import { HubTokens } from "../../credentials/HubTokens.ts"
import { AgentGrants } from "../../sign-in/AgentGrants.ts"
import type { AccountName } from "./find-account.ts"

const subscriptionsOf = Effect.fnUntraced(function* ({ plugin, name }: AccountName) {
  const all = yield* (yield* Subscriptions).list
  return all.filter((one) => one.plugin === plugin && one.account === name)
})

interface Holder {
  readonly id: string
  readonly name: string
  readonly grant: Grant
}

/** Among holders that are limited to certain accounts, those that may use this one. */
const using = <Kind extends "token" | "agent">(kind: Kind, scope: string, holders: ReadonlyArray<Holder>) =>
  holders.flatMap(({ id, name, grant: { accounts } }) =>
    accounts?.includes(scope) === true ? [{ kind, id, name, ends: accounts.length === 1 }] : []
  )

export const dependentsOf = Effect.fnUntraced(function* (at: AccountName) {
  const scope = scopeOf(at)
  const subscriptions = yield* subscriptionsOf(at)
  return [
    ...subscriptions
      .filter(({ isEnabled }) => isEnabled)
      .map(({ id, name }) => ({ kind: "subscription" as const, id, name, ends: true })),
    ...using("agent", scope, yield* (yield* AgentGrants).list),
    ...using("token", scope, yield* (yield* HubTokens).list)
  ]
})

/** Moves the dependents to the account's new name. Statements only. */
export const renameDependents = Effect.fnUntraced(function* (before: AccountName, after: string) {
  yield* (yield* Subscriptions).renameAccount(before, after)
  yield* changeAccountLimits(before, after)
})
