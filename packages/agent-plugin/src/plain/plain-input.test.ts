/** Which inputs a plain step can have, what agents are told of them, and what is refused. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { definition } from "../mcp/definition.ts"
import { inputSchema } from "../steps/ToolSchema.ts"
import { plainPlugin, plainStep, runPlain } from "../testing/plain-world.ts"
import type { JsonSchemaObject, PlainInput, StandardInput } from "./plain-input.ts"
import { problemsOf, toPlugin } from "./PlainPlugin.ts"

const pluginWith = (input: PlainInput) => plainPlugin([plainStep("do", async (own: never) => ({ own }), { input })])
const stepWith = (input: PlainInput) => Result.getOrThrow(toPlugin(pluginWith(input))).toolSteps[0]!
const problemsWith = (input: PlainInput) => problemsOf(pluginWith(input)).map(({ field, message }) => [field, message])
/** The fields that are refused before the function runs. */
const refused = async (input: PlainInput, value: unknown) => {
  const { reason } = await Effect.runPromise(Effect.flip(stepWith(input).run(value)))
  return reason._tag === "Invalid" ? reason.fields.map(({ field }) => field) : reason._tag
}

const TEXT = { type: "string" }
const object = (properties: object, more: object = {}): JsonSchemaObject => ({ type: "object", properties, ...more })

/** A schema of a library, with its JSON Schema. Refuses values with the field `bad`. */
const ofLibrary = (schema: JsonSchemaObject): StandardInput => ({
  "~standard": {
    validate: (value) =>
      typeof value === "object" && value !== null && "bad" in value
        ? { issues: [{ message: "is bad", path: ["bad"] }] }
        : { value },
    jsonSchema: { input: () => ({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema }) }
  }
})

describe("what agents are told", () => {
  it.each<[string, JsonSchemaObject, JsonSchemaObject]>([
    ["an open object", object({ a: TEXT }), object({ a: TEXT })],
    ["a closed object", object({ a: TEXT }, { additionalProperties: false }), object({ a: TEXT })],
    ["no type but properties", { properties: { a: TEXT } }, object({ a: TEXT })],
    [
      "a map",
      object({ by: { type: "object", additionalProperties: { type: "number" } } }),
      object({ by: { type: "object", additionalProperties: { type: "number" } } })
    ],
    [
      "fields of which one is required",
      object({ a: TEXT, b: TEXT }, { anyOf: [{ required: ["a"] }, { required: ["b"] }], required: ["a", "b"] }),
      object({ a: TEXT, b: TEXT }, { required: ["a", "b"] })
    ],
    [
      "one of two objects",
      {
        oneOf: [
          object({ kind: { const: "a" }, a: TEXT }, { required: ["kind", "a"] }),
          object({ kind: { const: "b" }, b: TEXT }, { required: ["kind", "b"], additionalProperties: false })
        ]
      },
      object({ kind: { anyOf: [{ const: "a" }, { const: "b" }] }, a: TEXT, b: TEXT }, { required: ["kind"] })
    ],
    [
      "two objects at once",
      { allOf: [object({ a: TEXT }, { required: ["a"] }), object({ b: TEXT }, { required: ["b"] })] },
      object({ a: TEXT, b: TEXT }, { required: ["a", "b"] })
    ],
    [
      "a definition",
      { $ref: "#/$defs/A", $defs: { A: object({ next: { $ref: "#/$defs/A" } }) } },
      object({ next: { $ref: "#/$defs/A" } }, { $defs: { A: object({ next: { $ref: "#/$defs/A" } }) } })
    ]
  ])("%s is one object", (_, input, listed) => {
    expect(inputSchema(stepWith(input))).toEqual(listed)
    const { inputSchema: ofTool } = definition(stepWith(ofLibrary(input)), ["main"], { outputSchemas: false })
    expect(ofTool).toEqual({
      ...listed,
      properties: { ...listed["properties"]!, account: { type: "string", enum: ["main"] } }
    })
  })
})

describe("an input that agents cannot use", () => {
  it.each<[string, PlainInput, string]>([
    ["is empty", {}, "must describe an object"],
    ["is a text", { type: "string" }, "must describe an object"],
    ["may be a text", { anyOf: [object({ a: TEXT }), TEXT] }, "must describe an object"],
    ["is itself", { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/A" } } }, "must describe an object"],
    ["may be a text, of a library", ofLibrary({ anyOf: [object({ a: TEXT }), TEXT] }), "must describe an object"],
    ["has the field that selects the account", object({ account: TEXT }), "has the field account"],
    ["has a text as the answer's size", object({ max_kb: TEXT }), "has the field max_kb"],
    ["has a field with a sign", object({ a: TEXT, "filter[status]": TEXT }), 'has the field "filter[status]"'],
    ["has a field with a letter of few alphabets", object({ straße: TEXT }), 'has the field "straße"'],
    ["has a field with a long name", object({ ["a".repeat(65)]: TEXT }), "has the field"],
    ["has a field with a space, of a library", ofLibrary(object({ "a b": TEXT })), 'has the field "a b"'],
    ["has no JSON Schema", { "~standard": {} }, "must provide its JSON Schema"]
  ])("because it %s is a problem of its step", (_, input, message) => {
    expect(problemsWith(input)).toEqual([["steps.0.input", expect.stringContaining(message) as string]])
  })

  it("may ask for the size of the answer", () =>
    expect(problemsWith(object({ max_kb: { type: "integer" } }))).toEqual([]))

  it("may have fields whose names have every sign that is allowed", () =>
    expect(problemsWith(object({ "A-b_9.c": TEXT, ["a".repeat(64)]: TEXT }))).toEqual([]))
})

it("names the whole plugin in the error of an input that is refused", async () => {
  const error = await Effect.runPromise(Effect.flip(stepWith(object({ a: TEXT })).run({ a: true })))
  expect([error.provider, error.operation]).toEqual(["acme_parts", "acme_parts_do"])
})

describe("JSON Schema", () => {
  it("with a pattern is checked", async () => {
    const input = object({ number: { type: "string", pattern: "^A[0-9]+$" } }, { additionalProperties: false })
    expect(inputSchema(stepWith(input)).properties).toEqual({ number: { type: "string", pattern: "^A[0-9]+$" } })
    expect(await refused(input, { number: "B1" })).toEqual(["number"])
  })

  it("of draft 7 is read, with its definitions", async () => {
    const input = object({ a: { $ref: "#/definitions/A" } }, { definitions: { A: { type: "number" } } })
    expect(await refused(input, { a: "x" })).toEqual(["a"])
  })

  const pair = object({ pair: { type: "array", items: [{ type: "number" }, TEXT] } })
  const DRAFT_7 = "http://json-schema.org/draft-07/schema#"
  it.each<[string, JsonSchemaObject, JsonSchemaObject]>([
    ["a pair", pair, object({ pair: { type: "array", prefixItems: [{ type: "number" }, TEXT], items: {} } })],
    [
      "a closed pair",
      { ...object({ pair: { type: "array", items: [TEXT], additionalItems: false } }), $schema: DRAFT_7 },
      object({ pair: { type: "array", prefixItems: [TEXT], items: {} } })
    ],
    [
      "a definition",
      object({ a: { $ref: "#/definitions/A" } }, { definitions: { A: TEXT } }),
      object({ a: { $ref: "#/$defs/A" } }, { $defs: { A: TEXT } })
    ]
  ])("of draft 7 with %s is listed in draft 2020-12", (_, input, listed) => {
    expect(inputSchema(stepWith(input))).toEqual(listed)
    expect(inputSchema(stepWith(ofLibrary({ ...input, $schema: DRAFT_7 })))).toEqual(listed)
  })

  it("of draft 2020-12 may have a default or an example with a list of items", () => {
    const values = { default: { items: [] }, examples: [{ items: ["a"] }] }
    const input = object({
      pair: { type: "array", prefixItems: [TEXT], items: {} },
      order: { type: "object", ...values }
    })
    expect(inputSchema(stepWith(input)).properties).toMatchObject({ pair: { prefixItems: [TEXT] }, order: values })
  })

  it("of draft 7 with conditions is a problem, because they would not be checked", () => {
    const input = { ...object({ a: TEXT }, { dependencies: { a: ["b"] } }), $schema: DRAFT_7 }
    expect(problemsWith(input)).toEqual([["steps.0.input", expect.stringContaining("dependentRequired") as string]])
  })

  it("of draft 7 is checked element by element", async () => {
    expect(await refused(pair, { pair: ["x", 1] })).toEqual(["pair.0", "pair.1"])
  })

  it.each([
    ["not", object({ a: { not: TEXT } })],
    ["patternProperties", object({}, { patternProperties: { "^x": TEXT } })],
    ["dependentRequired", object({ a: TEXT }, { dependentRequired: { a: ["b"] } })]
  ])("with %s is a problem without a library, and left to the library if there is one", async (keyword, input) => {
    expect(problemsWith(input)).toEqual([["steps.0.input", expect.stringContaining(`"${keyword}"`) as string]])
    expect(inputSchema(stepWith(ofLibrary(input)))).toEqual(input)
    expect(await refused(ofLibrary(input), { bad: 1 })).toEqual(["bad"])
  })

  it.each<[string, PlainInput, string]>([
    ["a field", object({ a: { type: "text" } }), 'has the unknown type "text" at properties.a: use'],
    ["one of a list", object({ a: { type: ["string", "nil"] } }), '"nil" at properties.a'],
    ["no text", object({ a: { type: 7 } }), "the unknown type 7 at properties.a"],
    ["a pair", object({ a: { type: "array", prefixItems: [{ type: "int" }] } }), '"int" at properties.a.prefixItems.0'],
    ["elements", object({ a: { type: "array", items: { type: "int" } } }), '"int" at properties.a.items'],
    ["an alternative", object({ a: { anyOf: [TEXT, { type: "uuid" }] } }), '"uuid" at properties.a.anyOf.1'],
    ["a definition", object({ a: { $ref: "#/$defs/A" } }, { $defs: { A: { type: "date" } } }), '"date" at $defs.A'],
    ["other fields", object({}, { additionalProperties: { type: "str" } }), '"str" at additionalProperties']
  ])("with an unknown type of %s is a problem, because it would accept anything", (_, input, message) => {
    expect(problemsWith(input)).toEqual([["steps.0.input", expect.stringContaining(message) as string]])
  })

  it("may have a field called type, and values that look like schemas", () => {
    const example = { type: "text" }
    const field = { type: "object", default: example, examples: [example], properties: { properties: TEXT } }
    expect(problemsWith(object({ type: TEXT, a: field, b: { enum: ["x"] } }))).toEqual([])
  })

  it("of a library gives the function what the library makes of the input", async () => {
    const jsonSchema = { input: () => object({ a: TEXT }) }
    const input: PlainInput = { "~standard": { validate: () => ({ value: { a: "made" } }), jsonSchema } }
    const output = await Effect.runPromise(runPlain(pluginWith(input), "http://127.0.0.1:1", "do", { a: "sent" }))
    expect(output).toEqual({ own: { a: "made" } })
  })

  it("of a library does not judge by patterns: they lack the library's flags", async () => {
    const input = ofLibrary(object({ number: { type: "string", pattern: "^A[0-9]+$" }, bad: TEXT }))
    expect(await refused(input, { number: "a1", bad: "x" })).toEqual(["bad"])
  })
})
