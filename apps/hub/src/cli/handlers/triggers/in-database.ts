/** Provides the services of commands about triggers: reading the hub's database and calling the services. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

import { reading } from "../../../inbound/services.ts"
import { plugins } from "../../../plugins.gen.ts"
import * as Runners from "../../../runner.ts"
import { dataDirectory } from "../../data-directory.ts"

type Reading = Layer.Success<ReturnType<typeof reading>> | Layer.Success<ReturnType<typeof Runners.connectedServices>>

export const inDatabase = <A>(use: Effect.Effect<A, ProviderError | StorageError, Reading>) =>
  Effect.flatMap(dataDirectory, (directory) =>
    use.pipe(Effect.provide(reading(plugins, directory)), Effect.provide(Runners.connectedServices(plugins, directory)))
  )
