/**
 * One lookup of a subject by a connected account, whoever asks for it: the tab in view, or the list of unknown charges.
 * Promises: nothing is sent offline or to an origin that the user has not allowed.
 */
import type { Account } from "@inlay/agent-plugin/Account"
import * as Effect from "effect/Effect"

import { Browser } from "../../../browser/Browser.ts"
import { accountFailure, hostDenied, notConnected, offline, unreadable } from "../../../providers/failures.ts"
import { kindOf, Provider, type RunOptions } from "../../../providers/provider.ts"
import { Vault } from "../../../vault/accounts.ts"
import { originsOf } from "../../accounts/address.ts"
import type { AccountRef } from "../../accounts/requests.ts"
import type { Target } from "../subject/target.ts"

export type Lookup = Effect.Success<typeof make>

export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const provider = yield* Provider
  const vault = yield* Vault
  /** Subjects of lookups under way, with how many ask for each. */
  const underWay = new Map<string, number>()

  const keyOf = ({ subject }: Target, { account }: AccountRef) => `${account} ${subject.key}`

  const account = (operation: string, { plugin, account: name }: AccountRef) =>
    Effect.mapError(vault.find(plugin, name), accountFailure(operation, name))

  return {
    /** `undefined` for one that is not connected. */
    account,
    connected: (operation: string, ref: AccountRef) =>
      Effect.flatMap(account(operation, ref), (connection) =>
        connection === undefined ? Effect.fail(notConnected(operation)) : Effect.succeed(connection)
      ),
    /** Fails where a request could not be sent now. */
    sendable: Effect.fnUntraced(function* (operation: string, { plugin, kind, settings }: Account) {
      if (!(yield* browser.online)) return yield* offline(operation)
      for (const origin of originsOf(kindOf(provider, plugin, kind)?.fields ?? [], settings)) {
        if (!(yield* browser.mayReach(origin))) return yield* hostDenied(operation, origin)
      }
      return undefined
    }),
    /** Whether the answer is saved, so that looking costs nothing. */
    isSaved: (target: Target, { plugin, account: name }: AccountRef) =>
      Effect.map(
        provider.preview({ plugin, account: name, step: target.step, input: target.input }),
        ({ cached }) => cached !== undefined
      ),
    isUnderWay: (target: Target, ref: AccountRef) => underWay.has(keyOf(target, ref)),
    look: Effect.fnUntraced(function* (target: Target, ref: AccountRef, options: RunOptions) {
      const key = keyOf(target, ref)
      underWay.set(key, (underWay.get(key) ?? 0) + 1)
      const ask = { plugin: ref.plugin, account: ref.account, step: target.step, input: target.input }
      const output = yield* browser.awake(provider.run(ask, options)).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            const others = (underWay.get(key) ?? 1) - 1
            if (others > 0) underWay.set(key, others)
            else underWay.delete(key)
          })
        )
      )
      return target.read(output) ?? (yield* unreadable("enrich"))
    })
  }
})
