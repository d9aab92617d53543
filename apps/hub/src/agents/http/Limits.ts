/** The limits of a data directory's accounts, as their providers said last. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { limitsFile } from "../../storage/DataDirectory.ts"
import { knownLimits, type KnownLimit } from "../../storage/sqlite/known-limits.ts"

export class Limits extends Context.Service<
  Limits,
  { readonly at: (nowMillis: number) => Effect.Effect<ReadonlyArray<KnownLimit>> }
>()("@inlay/hub/Limits") {
  static readonly layer = (directory: string): Layer.Layer<Limits> =>
    Layer.succeed(Limits, { at: (nowMillis) => knownLimits(limitsFile(directory), nowMillis) })
}
