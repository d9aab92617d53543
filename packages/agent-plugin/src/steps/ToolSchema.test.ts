import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import { inputSchema } from "./ToolSchema.ts"

const listed = (input: Schema.Top) => inputSchema({ input })
const TEXT = { type: "string" }

describe("a JSON Schema for agents", () => {
  it("says what the values of a map are", () => {
    const files = Schema.Record(Schema.String, Schema.NullOr(Schema.Struct({ content: Schema.String })))
    expect(listed(Schema.Struct({ files }))).toEqual({
      type: "object",
      properties: {
        files: {
          type: "object",
          additionalProperties: {
            anyOf: [{ type: "object", properties: { content: TEXT }, required: ["content"] }, { type: "null" }]
          }
        }
      },
      required: ["files"]
    })
  })

  it("lists a field that is a number or a text as a text", () => {
    const id = Schema.Union([Schema.Int, Schema.String]).annotate({ description: "Number or name" })
    expect(listed(Schema.Struct({ id })).properties).toEqual({ id: { type: "string", description: "Number or name" } })
  })

  it("does not say that other fields are allowed, nor that an object is one", () => {
    const open = Schema.StructWithRest(Schema.Struct({ a: Schema.String }), [
      Schema.Record(Schema.String, Schema.Unknown)
    ])
    expect(listed(open)).toEqual({ type: "object", properties: { a: TEXT }, required: ["a"] })
    expect(listed(Schema.Record(Schema.String, Schema.Unknown))).toEqual({ type: "object" })
  })

  it("says that an object without named fields may have any, which mcp-use and others take for none", () => {
    const free = Schema.Record(Schema.String, Schema.Unknown)
    expect(listed(Schema.Struct({ body: free, list: Schema.Array(free) })).properties).toEqual({
      body: { type: "object", additionalProperties: true },
      list: { type: "array", items: { type: "object", additionalProperties: true } }
    })
    const jsonSchema = { type: "object", properties: { none: { type: "object", additionalProperties: false } } }
    expect(inputSchema({ input: free, jsonSchema })).toEqual(jsonSchema)
  })

  it("says that a list may have any items, without which VS Code and OpenAI refuse the tool", () => {
    const jsonSchema = { type: "object", properties: { list: { type: "array" }, type: { enum: ["array"] } } }
    expect(inputSchema({ input: Schema.Unknown, jsonSchema }).properties).toEqual({
      list: { type: "array", items: {} },
      type: { enum: ["array"] }
    })
  })

  it("has objects for true and false, for which the official client of 2025 drops every tool of a server", () => {
    const properties = { any: true, none: false, properties: { type: "object", properties: { a: true } } }
    const jsonSchema = { type: "object", properties, $defs: { B: true } }
    expect(inputSchema({ input: Schema.Unknown, jsonSchema })).toEqual({
      type: "object",
      properties: { any: {}, none: { not: {} }, properties: { type: "object", properties: { a: {} } } },
      $defs: { B: {} }
    })
    const pair = { type: "array", prefixItems: [TEXT], items: false, uniqueItems: true }
    expect(inputSchema({ input: Schema.Unknown, jsonSchema: { properties: { pair } } }).properties).toEqual({
      pair: { ...pair, items: {} }
    })
  })

  it("keeps the fields that are named as its own keywords", () => {
    const named = Schema.Struct({ additionalProperties: Schema.String, allOf: Schema.String })
    expect(listed(named).properties).toEqual({ additionalProperties: TEXT, allOf: TEXT })
  })
})
