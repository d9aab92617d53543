/** Provides the services of commands about triggers: reading the hub's database and calling the services. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

import { reading } from "../../../inbound/services.ts"
import { plugins } from "../../../plugins.gen.ts"
import * as Runners from "../../../runner.ts"
import * as StorageLocation from "../../../storage/StorageLocation.ts"

type Reading = Layer.Success<ReturnType<typeof reading>> | Layer.Success<ReturnType<typeof Runners.connectedServices>>

export const inDatabase = <A>(
  data: string | undefined,
  use: Effect.Effect<A, ProviderError | StorageError, Reading>
) => {
  const directory = StorageLocation.dataDirectory(data)
  return use.pipe(
    Effect.provide(reading(plugins, directory)),
    Effect.provide(Runners.connectedServices(plugins, directory)),
    StorageLocation.orUnusable(directory)
  )
}
