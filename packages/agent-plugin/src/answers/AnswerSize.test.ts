import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as ToolStep from "../steps/ToolStep.ts"
import { DEFAULT_BYTES, MAX_BYTES, bytesOf, fit, limitOf, maxKb } from "./AnswerSize.ts"

describe("fit", () => {
  it("returns the same object if it fits", () => {
    const small = { items: [{ body: "x".repeat(1_000) }] }
    expect(fit(small, DEFAULT_BYTES)).toBe(small)
    const exact = { text: "x".repeat(DEFAULT_BYTES - bytesOf({ text: "" })) }
    expect(fit(exact, DEFAULT_BYTES)).toBe(exact)
  })

  it("shortens long texts first, and reports by how much", () => {
    const out = fit({ title: "t", body: "x".repeat(65_000) }, DEFAULT_BYTES) as Record<string, unknown>
    expect(out["title"]).toBe("t")
    expect(String(out["body"]).length).toBeGreaterThan(15_000)
    expect(out["left_out"]).toEqual([expect.stringMatching(/^body: 1[56],\d{3} of 65,000 characters$/)])
  })

  it("then long lists", () => {
    const items = Array.from({ length: 5_000 }, (_, n) => ({ n, name: `item ${n}` }))
    const out = fit({ items }, DEFAULT_BYTES) as { items: ReadonlyArray<unknown>; left_out: ReadonlyArray<string> }
    expect(out.items.length).toBeGreaterThan(100)
    expect(out.items).toEqual(items.slice(0, out.items.length))
    expect(out.left_out).toEqual([`items: ${out.items.length} of 5,000`])
  })

  it("never cuts a character in half", () => {
    const out = fit({ body: "😀".repeat(20_000) }, DEFAULT_BYTES) as { body: string }
    expect(out.body.isWellFormed()).toBe(true)
  })

  it.prop(
    "stays within the limit for any input",
    { value: Schema.Record(Schema.String, Schema.Array(Schema.String)) },
    ({ value }) => {
      const large = Object.fromEntries(
        Object.entries(value).map(([key, texts]) => [
          key,
          texts.flatMap((text) => Array.from({ length: 40 }, () => text.repeat(50)))
        ])
      )
      expect(bytesOf(fit(large, 4_096))).toBeLessThanOrEqual(
        Math.max(4_096, Object.keys(large).join().length * 8 + 2_000)
      )
    }
  )
})

describe("a step's answer", () => {
  const step = ToolStep.make({
    id: "sample_read",
    title: "Read",
    description: "Reads.",
    hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    scopes: [],
    cost: null,
    input: Schema.Struct({ max_kb: maxKb }),
    output: Schema.Struct({ text: Schema.String }),
    run: () => Effect.succeed({ text: "x".repeat(1_000_000) })
  })
  it.effect.each([
    [{}, DEFAULT_BYTES],
    [{ max_kb: 64 }, 65_536],
    [{ max_kb: "195" }, MAX_BYTES]
  ] as const)("to %j is at most %i bytes", ([input, most]) =>
    Effect.gen(function* () {
      const size = bytesOf(yield* step.run(input))
      expect(size).toBeLessThanOrEqual(most)
      expect(size).toBeGreaterThan(most * 0.95)
    })
  )

  it.effect("never exceeds the maximum", () =>
    Effect.gen(function* () {
      expect((yield* Effect.flip(step.run({ max_kb: 196 }))).reason._tag).toBe("Invalid")
      expect(limitOf({ max_kb: 1e9 })).toBe(MAX_BYTES)
    })
  )
})
