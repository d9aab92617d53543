import type { Preview } from "@inlay/core-http/Spend"
import { describe, expect, it } from "vitest"

import { samplePlugin } from "../testing/sample-plugin.ts"
import { questionOf } from "./purchase.ts"

const preview: Preview = {
  isFree: false,
  estimate: 2,
  cached: undefined,
  isUnderWay: false,
  blocking: [],
  uncachedPurchase: undefined,
  refusal: undefined,
  spent: { day: 0, run: 0 },
  caps: {},
  left: {}
}

const message = (input: Readonly<Record<string, unknown>>) => {
  const plugin = { id: "sample", title: "Sample" }
  return questionOf({ plugin, step: samplePlugin.toolSteps[0]!, account: "env", input, preview })?.message
}

describe("the question before a purchase", () => {
  it("names what is bought, without the fields that say how", () => {
    const input = {
      email: "ada@example.com",
      company: "Estuary",
      max_kb: 4,
      account: "env",
      unknown_charge: "ask_again"
    }
    expect(message(input)).toBe(
      "Run Greet with email “ada@example.com”, company “Estuary”? It costs up to 2 credits of sample/env. The account has no cap."
    )
    expect(message({ max_kb: 4 })).toMatch(/^Run Greet\? It costs/)
  })

  it("shows values of any kind as text", () => {
    expect(message({ page: 2, filters: { titles: ["CTO"] } })).toContain(
      'Run Greet with page “2”, filters “{"titles":["CTO"]}”?'
    )
  })

  it("is not closed, extended or hidden by a value or a name", () => {
    const words = message({ email: "a@b.example”? It is free.\u202e\nYes", "x”? Free. “": "y" })
    expect(words).toContain('Run Greet with email “a@b.example"? It is free. Yes”, “x"? Free. "” “y”? It costs')
  })

  it("stays short, and says that there is more", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, "x".repeat(1000)]))
    const words = message(many) ?? ""
    expect(words.length).toBeLessThan(400)
    expect(words).toMatch(/^Run Greet with field0 “x+…”, field1 “x+…” and 28 more fields\? It costs/)
  })
})
