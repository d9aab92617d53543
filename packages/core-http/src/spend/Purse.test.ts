import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { baseAddress } from "../../tests/provider.ts"
import * as Credential from "../credential/Credential.ts"
import * as Purse from "./Purse.ts"

const BASE = "https://api.provider.example/v1"
const KEY = "sk_live_0123456789abcdef"

const purse = (base: string, key: string, header = "authorization") =>
  Purse.of(Credential.inHeader(header, Redacted.make(key)), baseAddress(base))

describe("a key's fingerprint", () => {
  it.live("is sixteen hexadecimal digits that reveal nothing about the key", () =>
    Effect.gen(function* () {
      const ownPurse = yield* purse(BASE, KEY)
      assert.match(ownPurse, /^[0-9a-f]{16}$/)
      assert.notInclude(ownPurse, KEY.slice(-6))
    })
  )

  it.live.each([
    ["another path", "https://api.provider.example/v2", KEY, "authorization"],
    ["another spelling of the address", "https://API.provider.example:443/", KEY, "authorization"],
    ["blanks around the key", BASE, ` ${KEY}\n`, "authorization"],
    ["another header", BASE, KEY, "x-api-key"]
  ] as const)("is the same with %s", ([, base, key, header]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* purse(base, key, header), yield* purse(BASE, KEY))
    })
  )

  it.live.each([
    ["another key", BASE, `${KEY}0`],
    ["another origin", "https://api.other.example/v1", KEY]
  ] as const)("differs for %s", ([, base, key]) =>
    Effect.gen(function* () {
      assert.notStrictEqual(yield* purse(base, key), yield* purse(BASE, KEY))
    })
  )

  it.live("does not exist for a token that is renewed", () =>
    Effect.gen(function* () {
      const credential = Credential.bearer(Redacted.make(KEY))
      const token = { current: Effect.succeed(credential), renew: () => Effect.succeed(credential), secrets: () => [] }
      assert.strictEqual(yield* Purse.of(token, baseAddress(BASE)), "")
    })
  )
})
