import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Accounts } from "../account/Accounts.ts"
import { samplePlugin } from "../testing/sample-plugin.ts"
import { unlistedName } from "./call.ts"
import { listing } from "./listing.ts"

const KEY = "key-0123456789abcdef"

describe("a tool that is not listed", () => {
  it.effect("is explained without a run, and without the secret that its name may be", () =>
    Effect.gen(function* () {
      const accounts = { ...(yield* Accounts), secrets: Effect.succeed([Redacted.make(KEY)]) }
      const offer = listing([samplePlugin], [], { outputSchemas: false })
      const explained = (name: string) =>
        Effect.provideService(unlistedName([samplePlugin], offer, name), Accounts, accounts)
      const { reason } = yield* explained("sample_great")
      expect(reason).toMatchObject({
        _tag: "NotFound",
        remedy: { to: "chooseName" },
        known: ["sample_greet", "sample_fail"]
      })
      expect(reason.what).toBe("There is no tool step sample_great.")
      const { message } = yield* explained(KEY)
      expect(message).toContain("There is no tool step")
      expect(message).not.toContain(KEY)
    }).pipe(Effect.provide(Accounts.layer(() => [])))
  )
})
