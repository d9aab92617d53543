import { describe, expect, it } from "vitest"

import { samplePlugin } from "../testing/sample-plugin.ts"
import { listing } from "./listing.ts"
import { definition } from "./server.ts"

const [greet, fail] = samplePlugin.toolSteps

describe("a tool's definition", () => {
  it("has no output schema and no hints that are MCP's defaults", () => {
    expect(definition(greet!, ["env"], { outputSchemas: false })).toEqual({
      name: "sample_greet",
      description: "Greets somebody by name. Free.",
      inputSchema: {
        type: "object",
        properties: {
          name: { type: "string", description: "Who is meant" },
          times: { type: "integer", minimum: 1, maximum: 3 },
          account: { type: "string", enum: ["env"] }
        },
        required: ["name"]
      },
      annotations: { readOnlyHint: true }
    })
  })

  it("includes hints that differ from the default", () => {
    expect(definition(fail!, [], { outputSchemas: false }).annotations).toEqual({ openWorldHint: false })
    expect(definition(fail!, [], { outputSchemas: false }).inputSchema["properties"]).not.toHaveProperty("account")
  })

  it("names up to twenty accounts, and says how to learn the names of more", () => {
    const accountOf = (count: number) => {
      const names = Array.from({ length: count }, (_, index) => `customer-${index}`)
      const { properties } = definition(greet!, names, { outputSchemas: false }).inputSchema
      return (properties as { readonly account: unknown }).account
    }
    expect(accountOf(20)).toEqual({ type: "string", enum: expect.arrayContaining(["customer-19"]) })
    expect(accountOf(21)).toEqual({
      type: "string",
      description: "One of 21 account names. A call without it only lists them"
    })
  })

  it("lists output schemas when asked to", () => {
    expect(definition(greet!, [], { outputSchemas: true }).outputSchema).toEqual({
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"]
    })
  })
})

it("says once, for all tools, how long answers go on", () => {
  const { instructions } = listing([samplePlugin], [], { outputSchemas: false })
  expect(instructions).toMatch(/max_kb \(1 to 195, by default 16\).*has next, call again with exactly that input/)
})
