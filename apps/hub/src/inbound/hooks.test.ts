import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import * as Hooks from "./hooks.ts"
import { Sealed } from "./sealed.ts"

const { all } = backends()

const HOOKS = Hooks.layer.pipe(
  Layer.provide(
    Layer.succeed(Sealed, {
      seal: (_, secret) => Effect.succeed({ key_id: "", sealed: Redacted.value(secret) }),
      open: (_, { sealed }) => Effect.succeed(Redacted.make(sealed))
    })
  )
)

describe.each(all)("a cached hook on $name", ({ stores }) => {
  it.live("is read again after two seconds, also if the clock was set back meanwhile", () =>
    Effect.gen(function* () {
      const hooks = yield* Hooks.Hooks
      const { hook } = yield* hooks.provide({ plugin: "codehost", account: "main", place: "repos/acme/widgets" })
      yield* hooks.find(hook.id)
      const now = yield* Clock.currentTimeMillis
      expect(hooks.known(hook.id, now)?.id).toBe(hook.id)
      expect(hooks.known(hook.id, now + 2_500)).toBeUndefined()
      expect(hooks.known(hook.id, now - 3_600_000)).toBeUndefined()
      // Removed with its account, by another part of the program.
      yield* SqlClient.SqlClient.use((sql) => sql`DELETE FROM hooks`)
      const hourAgo = { ...(yield* Clock.Clock), currentTimeMillis: Effect.succeed(now - 3_600_000) }
      expect(yield* Effect.provideService(hooks.find(hook.id), Clock.Clock, hourAgo)).toBeUndefined()
    }).pipe(Effect.provide(HOOKS), Effect.scoped, Effect.provide(stores()))
  )
})
