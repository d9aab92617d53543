/**
 * Decides which addresses the server may connect to. Accounts that the data directory's own user connected, by the
 * command line or the environment, may be anywhere. Accounts that were connected over the API cannot reach private
 * networks, whatever their host name resolves to at any time. Neither can deliveries, not even at an account's address.
 * With `--allow-private`, everything may be anywhere, except where a cloud hands out the machine's own keys.
 */
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { MayConnect } from "@inlay/core-http/node"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { RemoteOrigins } from "../storage/RemoteOrigins.ts"
import { connectedAccounts } from "./listing.ts"
import { isMetadataAddress, isPublicAddress } from "./public-address.ts"
import type { StoredAccounts } from "./StoredAccounts.ts"

const originsIn = (values: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.values(values).flatMap((value) =>
    /^https?:/i.test(value) && URL.canParse(value) ? [new URL(value).origin] : []
  )

/** Through a proxy that finds the name, the address is unknown. */
const isNoMetadata = (address: string | undefined): boolean => address === undefined || !isMetadataAddress(address)

const isPublic = (address: string | undefined): boolean => address !== undefined && isPublicAddress(address)

export class Addresses extends Context.Service<
  Addresses,
  {
    /** For the requests of accounts. */
    readonly mayConnect: MayConnect
    /** Whether deliveries may go to an IP address, or with `undefined`, wherever the proxy finds the name. */
    readonly isDestination: (address: string | undefined) => boolean
    /** Records the addresses in the settings of an account that was connected over the API. */
    readonly remote: (settings: Readonly<Record<string, string>>) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/Addresses") {}

const make = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>) {
  const services = yield* Effect.context<StoredAccounts>()
  const origins = yield* RemoteOrigins
  /** Origins of accounts that the directory's own user connected. */
  const trustedOrigins = Effect.gen(function* () {
    const remote = yield* origins.all
    const { usable } = yield* connectedAccounts(plugins, process.env)
    const local = usable.flatMap(({ account }) => originsIn(account.settings))
    return local.filter((origin) => !remote.includes(origin))
  }).pipe(Effect.provideContext(services))
  return Addresses.of({
    isDestination: isPublic,
    mayConnect: ({ origin, address }, answer) => {
      if (isPublic(address)) return answer(true)
      return void Effect.runFork(
        trustedOrigins.pipe(
          Effect.map((all) => all.includes(origin)),
          Effect.catchCause(() => Effect.succeed(false)),
          Effect.map(answer)
        )
      )
    },
    remote: (settings) =>
      Effect.flatMap(trustedOrigins, (all) =>
        origins.add(originsIn(settings).filter((origin) => !all.includes(origin)))
      )
  })
})

/** @param allowPrivate lets the server connect to private addresses too (`--allow-private`) */
export const layer = (
  plugins: ReadonlyArray<Plugin>,
  allowPrivate: boolean
): Layer.Layer<Addresses, never, StoredAccounts | RemoteOrigins> =>
  allowPrivate
    ? Layer.succeed(Addresses, {
        mayConnect: ({ address }, answer) => answer(isNoMetadata(address)),
        isDestination: isNoMetadata,
        remote: () => Effect.void
      })
    : Layer.effect(Addresses, make(plugins))

const guardedBy = (mayConnect: MayConnect) =>
  Effect.map(
    Effect.promise(() => import("@inlay/core-http/node")),
    ({ layerGuarded }) => layerGuarded(mayConnect)
  )

/**
 * A transport for accounts that enforces these rules. It is loaded before the server listens, because compiling it
 * blocks the event loop for some 50 ms.
 */
export const transport: Layer.Layer<Transport, never, Addresses> = Layer.unwrap(
  Effect.flatMap(Addresses, ({ mayConnect }) => guardedBy(mayConnect))
)

/** A transport for deliveries that enforces these rules. */
export const deliveryTransport: Layer.Layer<Transport, never, Addresses> = Layer.unwrap(
  Effect.flatMap(Addresses, ({ isDestination }) => guardedBy(({ address }, answer) => answer(isDestination(address))))
)

/** A transport for what anybody may name: only to the public internet, whatever else the server may connect to. */
export const publicTransport: Layer.Layer<Transport> = Layer.unwrap(
  guardedBy(({ address }, answer) => answer(isPublic(address)))
)
