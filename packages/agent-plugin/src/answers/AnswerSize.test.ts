import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as ToolStep from "../steps/ToolStep.ts"
import { DEFAULT_BYTES, MAX_BYTES, bytesOf, cut, fit, limitOf, maxKb } from "./AnswerSize.ts"

describe("fit", () => {
  it("returns the same object if it fits", () => {
    const small = { items: [{ body: "x".repeat(1_000) }] }
    expect(fit(small, DEFAULT_BYTES)).toBe(small)
    const numbers = { values: Array.from({ length: 1_000 }, () => -1.2345678901234567) }
    expect(bytesOf(fit(numbers, DEFAULT_BYTES))).toBeLessThanOrEqual(DEFAULT_BYTES)
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

  it("reports after what the step itself says was left out, in 20 lines and the number of the others", () => {
    const texts = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`text${n}`, "x".repeat(2_000)]))
    const reportOf = (output: object) => (fit(output, DEFAULT_BYTES) as { left_out: ReadonlyArray<string> }).left_out
    expect(reportOf({ ...texts(9), left_out: ["items: 3 of 9 follow"] })).toEqual([
      "items: 3 of 9 follow",
      ...Array.from({ length: 9 }, (_, n) =>
        expect.stringMatching(new RegExp(`^text${n}: 1,\\d{3} of 2,000 characters$`))
      )
    ])
    expect(reportOf(texts(20))).toHaveLength(20)
    const many = reportOf({ ...texts(22), left_out: ["items: 3 of 9 follow"] })
    expect([many.length, many[0], many.at(-1)]).toEqual([21, "items: 3 of 9 follow", "and 3 more"])
    const own = Array.from({ length: 30 }, (_, n) => `line ${n}`)
    expect(reportOf({ ...texts(9), left_out: own })).toEqual([...own.slice(0, 20), "and 19 more"])
  })

  it("shortens objects with many fields as lists, but keeps up to 50 fields of the answer itself", () => {
    const fields = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`field ${n}`, n]))
    const nested = fit({ fields }, 4_096) as { fields: object; left_out: ReadonlyArray<string> }
    const count = Object.keys(nested.fields).length
    expect(count).toBeGreaterThan(100)
    expect(nested.left_out).toEqual([`fields: ${count} of 3,000 fields`])
    const lists = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`list${n}`, Array.from({ length: 100 }, () => n)])
    )
    const { left_out, ...own } = fit(lists, 2_048) as { left_out: ReadonlyArray<string> }
    expect([Object.keys(own).length, left_out[0]]).toEqual([50, "50 of 60 fields"])
  })

  it("cuts names that no field has", () => {
    const out = fit({ map: { ["n".repeat(300)]: 1 }, body: "x".repeat(20_000) }, DEFAULT_BYTES)
    expect(out).toMatchObject({
      map: { [`${"n".repeat(200)}…`]: 1 },
      left_out: expect.arrayContaining(["map: a name of 300 characters is cut"])
    })
  })

  it("keeps the small fields of an answer that nests too deeply to be shortened", () => {
    let tree: unknown = 1
    for (let level = 0; level < 200; level++) tree = { ["name".repeat(40)]: tree }
    expect(fit({ match: true, credits: { charged: 2 }, tree }, DEFAULT_BYTES)).toEqual({
      match: true,
      credits: { charged: 2 },
      tree: null,
      left_out: ["tree: it nests too deeply to be shown"]
    })
  })

  it("keeps the input for the next answer whole, or leaves it out: a part of it would ask for something else", () => {
    const next = { skip: 1, fields: ["number", "title"], query: "q".repeat(300) }
    const items = [{ title: "t".repeat(400), body: "b".repeat(400) }]
    expect(fit({ items, next }, 1_024)).toEqual({
      items: [{ title: expect.stringMatching(/^t{200,399}$/), body: expect.stringMatching(/^b{200,399}$/) }],
      next,
      left_out: [expect.stringMatching(/^items\.0\.title: /), expect.stringMatching(/^items\.0\.body: /)]
    })
    const long = { ...next, query: "q".repeat(900) }
    expect(fit({ items, next: long, left_out: ["items: 1 of 2 follow"] }, 1_024)).toEqual({
      items,
      left_out: ["next: it does not fit; a larger max_kb shows it", "items: 1 of 2 follow"]
    })
  })

  it("leaves what is no object to its caller, and reports the cuts of any value beside it", () => {
    const list = ["x".repeat(20_000)]
    expect(fit(list, DEFAULT_BYTES)).toBe(list)
    expect(cut("rows", [1], DEFAULT_BYTES)).toEqual({ value: [1], left_out: [] })
    expect(cut("rows", list, 1_000).left_out).toEqual([expect.stringMatching(/^rows\.0: \d+ of 20,000 characters$/)])
    expect(cut("text", list[0], 1_000).left_out).toEqual([expect.stringMatching(/^text: \d+ of 20,000 characters$/)])
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
      expect([limitOf({ max_kb: 64 }), limitOf({ max_kb: 1e9 })]).toEqual([65_536, MAX_BYTES])
    })
  )
})
