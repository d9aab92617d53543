import { createHmac } from "node:crypto"

import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { isHmacSha256 } from "./Webhooks.ts"

const raw = new TextEncoder().encode("Hello, World!")
const secret = Redacted.make("It's a Secret to Everybody")
// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
const SIGNATURE = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"

it.live("accepts a body that was signed with one of the secrets", () =>
  Effect.gen(function* () {
    expect(yield* isHmacSha256(raw, SIGNATURE, [secret])).toBe(true)
    expect(yield* isHmacSha256(raw, SIGNATURE.toUpperCase(), [Redacted.make("newer"), secret])).toBe(true)
  })
)

it.live("accepts a long body too", () =>
  Effect.gen(function* () {
    const long = new Uint8Array(1_000_000).fill(7)
    const signature = createHmac("sha256", Redacted.value(secret)).update(long).digest("hex")
    expect(yield* isHmacSha256(long, signature, [Redacted.make("newer"), secret])).toBe(true)
    expect(yield* isHmacSha256(long.subarray(1), signature, [secret])).toBe(false)
    expect(yield* isHmacSha256(long, signature, [Redacted.make("")])).toBe(false)
  })
)

it.live.each<[string, Uint8Array, string | undefined, ReadonlyArray<Redacted.Redacted>]>([
  ["another body", new TextEncoder().encode("Hello, World?"), SIGNATURE, [secret]],
  ["another secret", raw, SIGNATURE, [Redacted.make("another")]],
  ["no secret", raw, SIGNATURE, []],
  ["an empty secret", raw, createHmac("sha256", "").update(raw).digest("hex"), [Redacted.make("")]],
  ["no signature", raw, undefined, [secret]],
  ["an empty signature", raw, "", [secret]],
  ["half a signature", raw, SIGNATURE.slice(0, 32), [secret]],
  ["a signature with its scheme", raw, `sha256=${SIGNATURE}`, [secret]],
  ["a signature of other letters", raw, "g".repeat(64), [secret]]
])("does not accept %s", ([, body, signature, secrets]) =>
  Effect.map(isHmacSha256(body, signature, secrets), (isSigned) => expect(isSigned).toBe(false))
)
