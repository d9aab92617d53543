import { describe, expect, it } from "@effect/vitest"
import * as Operation from "@inlay/core-http/Operation"
import { free } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Greeter, samplePlugin } from "../testing/sample-plugin.ts"
import { inputSchema } from "./ToolSchema.ts"
import * as ToolStep from "./ToolStep.ts"

const greet = samplePlugin.toolSteps[0]!
const run = (input: unknown) => Effect.provideService(greet.run(input), Greeter, { greeting: "Kia ora" })

describe("ToolStep", () => {
  it.effect("decodes, runs and encodes", () =>
    Effect.gen(function* () {
      expect(yield* run({ name: "Ana" })).toEqual({ text: "Kia ora Ana" })
    })
  )

  it.effect.each<[string, unknown, ReadonlyArray<{ field: string; message: string | RegExp }>]>([
    ["a missing field", {}, [{ field: "name", message: "is required" }]],
    ["a wrong type", { name: true }, [{ field: "name", message: /must be a string/ }]],
    ["an unknown field", { name: "Ana", nmae: "x" }, [{ field: "nmae", message: "is not a field of this input" }]],
    ["a value out of range", { name: "Ana", times: 9 }, [{ field: "times", message: /between 1 and 3/ }]],
    [
      "several at once",
      { times: 0 },
      [
        { field: "name", message: "is required" },
        { field: "times", message: /between/ }
      ]
    ],
    ["no object", "Ana", [{ field: "", message: /must be an object/ }]],
    ["nothing", undefined, [{ field: "", message: /must be an object/ }]]
  ])("says what is wrong with %s", ([, input, fields]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(input))
      expect(error.reason._tag).toBe("Invalid")
      expect(error.message).toContain("Nothing was sent")
      if (error.reason._tag !== "Invalid") return
      expect(error.reason.fields).toHaveLength(fields.length)
      for (const { field, message } of fields) {
        expect(error.reason.fields.find((fieldError) => fieldError.field === field)?.message).toMatch(message)
      }
    })
  )

  const { input: _input, output: _output, preview: _preview, run: _run, ...info } = greet

  const reads = { ...info, hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true } }
  const writes = { ...info, hints: { ...reads.hints, readOnly: false } }
  const call = { ...writes, readsToo: true }
  const credits = { unit: "credits", upTo: 2, note: "2 each" } as const

  it.each([
    ["reads", reads],
    ["changes", writes],
    ["changes", { ...writes, hints: { ...writes.hints, destructive: true, idempotent: false } }],
    // Repeated, it adds once more.
    ["adds", { ...writes, hints: { ...writes.hints, idempotent: false } }],
    ["reads, spends credits", { ...writes, cost: credits }],
    ["reads", { ...reads, cost: { ...credits, unit: "quota" } as const }],
    ["reads or changes, by method", call],
    ["reads or changes, by method", { ...call, cost: credits }]
  ])("says of its effect that it %s: %#", (effect, step) => expect(ToolStep.effectOf(step)).toBe(effect))

  it.each([
    [true, reads, {}],
    [true, { ...reads, cost: { ...credits, unit: "quota" } as const }, {}],
    [false, { ...reads, cost: credits }, {}],
    [false, writes, { method: "GET" }],
    [true, call, { method: "GET" }],
    [false, call, { method: "POST" }],
    [false, call, {}],
    [false, call, null],
    [false, call, "GET"],
    [false, { ...call, cost: credits }, { method: "GET" }]
  ])("is a free read: %s, %#", (isFree, step, input) => expect(ToolStep.isFreeRead(step, input)).toBe(isFree))

  it.effect("without a preview of its own costs what it states", () =>
    Effect.gen(function* () {
      const parts = { ...info, input: Schema.Struct({}), output: Schema.Struct({}), run: () => Effect.succeed({}) }
      const buying = ToolStep.make({ ...parts, cost: { unit: "credits", upTo: 2, note: "2 each" } })
      expect(yield* buying.preview({})).toEqual({ ...free, isFree: false, estimate: 2 })
      expect(yield* ToolStep.make(parts).preview({})).toMatchObject({ isFree: true, estimate: 0 })
    })
  )

  const steps = {
    make: ToolStep.make({
      ...info,
      input: Schema.Struct({}),
      output: Schema.Struct({}),
      run: () => Effect.succeed({})
    }),
    over: ToolStep.over(
      Operation.make({ provider: "sample", name: "list", input: Schema.Struct({}), output: Schema.Struct({}) }),
      { ...info, run: () => Effect.succeed({}) }
    )
  }
  it.effect.each(["make", "over"] as const)("rejects fields if it has none: %s", (kind) =>
    Effect.gen(function* () {
      expect(yield* steps[kind].run({})).toEqual({})
      const { reason } = yield* Effect.flip(steps[kind].run({ nmae: "x" }))
      expect(reason).toMatchObject({
        _tag: "Invalid",
        fields: [{ field: "nmae", message: "is not a field of this input" }]
      })
    })
  )

  it.effect.each<[unknown, ReadonlyArray<string>]>([
    [{ name: true, from: 3, to: 2 }, ["name", "to"]],
    [{ name: "a", from: 3, to: 2 }, ["to"]],
    [{ name: "a", from: "x", to: 2 }, ["from"]],
    [{ name: "a", from: 2, to: 3 }, []]
  ])("checks rules between inputs in the same round: %j", ([input, fields]) =>
    Effect.gen(function* () {
      const step = ToolStep.over(
        Operation.make({
          provider: "sample",
          name: "read",
          input: Schema.Struct({ name: Schema.String }),
          output: Schema.Struct({})
        }),
        {
          ...info,
          own: { from: Schema.optionalKey(Schema.Int), to: Schema.optionalKey(Schema.Int) },
          across: ({ from = 1, to = from }) =>
            Number(to) < Number(from) ? [{ field: "to", message: "must not be before from" }] : [],
          run: () => Effect.succeed({})
        }
      )
      const outcome = yield* Effect.match(step.run(input), {
        onFailure: ({ reason }) =>
          reason._tag === "Invalid" ? reason.fields.map(({ field }) => field) : [reason._tag],
        onSuccess: () => []
      })
      expect(outcome).toEqual(fields)
    })
  )

  it.effect("passes to an operation its own fields alone, and refuses what has none", () =>
    Effect.gen(function* () {
      const inputs: Array<unknown> = []
      const input = Schema.Struct({ name: Schema.optionalKey(Schema.String) })
      const step = ToolStep.over(
        Operation.make({ provider: "sample", name: "read", input, output: Schema.Struct({}) }),
        {
          ...info,
          cost: credits,
          own: { lines: Schema.optionalKey(Schema.Int) },
          run: (...parts) => Effect.sync(() => (inputs.push(parts), {}))
        }
      )
      yield* step.run({ name: "a", lines: "3" })
      expect(inputs).toEqual([[{ name: "a" }, { lines: 3 }]])
      expect(yield* step.preview({ lines: 3 })).toEqual({ ...free, isFree: false, estimate: 2 })
      for (const one of [null, "a", 7, ["a"], []]) {
        expect((yield* Effect.flip(step.run(one))).reason._tag).toBe("Invalid")
      }
      expect(inputs).toHaveLength(1)
    })
  )

  it("omits defaults from its schemas", () => {
    expect(inputSchema(greet)).toEqual({
      type: "object",
      properties: {
        name: { type: "string", description: "Who is meant" },
        times: { type: "integer", minimum: 1, maximum: 3 }
      },
      required: ["name"]
    })
  })

  it.prop("any input either runs or is Invalid", { input: Schema.Unknown }, ({ input }) => {
    const exit = Effect.runSyncExit(run(input))
    const reasons = exit._tag === "Failure" ? exit.cause.reasons : []
    expect(reasons.every((reason) => reason._tag === "Fail" && reason.error.reason._tag === "Invalid")).toBe(true)
  })

  it("names the provider by the step's prefix", () => {
    const step = ToolStep.make({
      id: "codehost_x",
      title: "X",
      description: "X.",
      hints: greet.hints,
      scopes: [],
      cost: null,
      input: Schema.Struct({ a: Schema.String }),
      output: Schema.Struct({}),
      run: () => Effect.succeed({})
    })
    expect(Effect.runSync(Effect.flip(step.run({}))).provider).toBe("codehost")
  })
})
