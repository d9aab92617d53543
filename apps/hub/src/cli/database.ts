/**
 * Provides the database of a command line: `--database`, else `INLAY_DATABASE`. With one, the data directory holds only
 * the secret key's file.
 */
import * as Effect from "effect/Effect"

import { holdInput } from "../accounts/known-secrets.ts"
import { CurrentDatabase, parse, passwordsIn } from "../storage/postgres/address.ts"
import { Settings } from "./settings.ts"

export const onNamedDatabase = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fromEnvironment = process.env["INLAY_DATABASE"]?.trim()
    const text = (yield* Settings).database ?? (fromEnvironment === "" ? undefined : fromEnvironment)
    if (text === undefined) return yield* effect
    holdInput(passwordsIn(text))
    return yield* Effect.provideService(effect, CurrentDatabase, yield* parse(text.trim(), process.env))
  })
