/** Accounts' connections for reading events, cached for as long as the account stays the same. */
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import type { EventConnection, Plugin } from "@inlay/agent-plugin/Plugin"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Spend } from "@inlay/core-http/Spend"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { hubError } from "../hub-error.ts"

export interface ConnectedAccount {
  readonly plugin: Plugin
  readonly account: Account
  readonly connection: EventConnection
}

export class Connections extends Context.Service<
  Connections,
  {
    readonly plugins: ReadonlyArray<Plugin>
    /** @param ref the account may be left out if the plugin has exactly one */
    readonly find: (ref: {
      readonly plugin: string
      readonly account: string | undefined
    }) => Effect.Effect<ConnectedAccount, ProviderError | StorageError>
  }
>()("@inlay/hub/Connections") {}

const noPlugin = (id: string) =>
  hubError("events", { _tag: "NotFound", what: `This hub has no plugin ${id}.`, remedy: { to: "checkNames" } })

const make = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>) {
  const accounts = yield* Accounts
  const services = yield* Effect.context<Transport | Spend>()
  const connections = new WeakMap<Account, EventConnection>()
  return Connections.of({
    plugins,
    find: Effect.fnUntraced(function* ({ plugin: id, account: name }) {
      const plugin = plugins.find((one) => one.id === id)
      if (plugin === undefined) return yield* noPlugin(id)
      const account = yield* accounts.find(plugin, name)
      const before = connections.get(account)
      if (before !== undefined) return { plugin, account, connection: before }
      const connection = yield* Effect.provideContext(plugin.connect(account), services)
      connections.set(account, connection)
      return { plugin, account, connection }
    })
  })
})

export const layer = (plugins: ReadonlyArray<Plugin>): Layer.Layer<Connections, never, Accounts | Transport | Spend> =>
  Layer.effect(Connections, make(plugins))
