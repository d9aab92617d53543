import { ProviderError } from "@inlay/core-http/ProviderError"
import { free, type Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import * as ChargeDecision from "../steps/ChargeDecision.ts"
import * as ToolStep from "../steps/ToolStep.ts"
import { samplePlugin } from "../testing/sample-plugin.ts"
import { answeredBy, inputRequired } from "./asking.ts"
import { inputAfter, questionOf, type Purchase, type Reply } from "./purchase.ts"

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

  it("does not name fields that count as omitted, as models fill in all of them", () => {
    expect(message({ email: "ada@example.com", company: null, title: "" })).toMatch(
      /^Run Greet with email “ada@example\.com”\? It costs/
    )
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
    const { field0, field1, field2 } = many
    expect(message({ field0, field1, field2 })).toMatch(/field1 “x+…” and 1 more field\? It costs/)
  })

  it("says what is left of each cap, and if the price is unknown", () => {
    const caps = { day: 50, run: 10 }
    const terms = (more: Partial<Preview>) => questionOf({ ...PURCHASE, preview: { ...preview, ...more } })?.message
    expect(terms({ caps, left: { day: 20, run: 1 } })).toMatch(
      /20 of 50 credits a day are left\. 1 of 10 credits a run are left\.$/
    )
    expect(terms({ caps: { run: 10 }, left: { run: 4 } })).toMatch(/of sample\/env\. 4 of 10 credits a run are left\.$/)
    expect(terms({ estimate: null })).toContain("It costs an unknown number of credits of sample/env.")
  })
})

/** A step whose input carries the decision about an earlier charge. */
const buying = ToolStep.make({
  id: "sample_buy",
  title: "Buy",
  description: "Buys a record. 2 credits.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: [],
  cost: { unit: "credits", upTo: 2, note: "2 each" },
  input: Schema.Struct({ email: Schema.String, unknown_charge: ChargeDecision.field }),
  output: Schema.Struct({}),
  run: () => Effect.succeed({})
})

const refusedBy = (guard: "unknownCharge" | "uncached" | "cap") =>
  new ProviderError({ provider: "sample", operation: "buy", reason: { _tag: "Refused", guard, what: "It may not." } })

const lostAt = (atMillis: number): Preview =>
  ({ ...preview, refusal: refusedBy("unknownCharge"), blocking: [{ atMillis }] }) as unknown as Preview
const lost = lostAt(1_000)
const repeated: Preview = {
  ...preview,
  refusal: refusedBy("uncached"),
  uncachedPurchase: { since: "2026-11-22T10:00:00Z", charged: 2, why: "store" }
}

const PURCHASE: Purchase = {
  plugin: { id: "sample", title: "Sample" },
  step: buying,
  account: "env",
  input: { email: "ada@example.com" },
  preview
}

describe("the user's agreement", () => {
  it.each<[string, Partial<Purchase>, Partial<Purchase>]>([
    ["another step", {}, { step: { ...buying, id: "sample_buy_all" } }],
    ["another account", {}, { account: "other" }],
    ["another input", {}, { input: { email: "bob@example.com" } }],
    ["another price", {}, { preview: { ...preview, estimate: 3 } }],
    ["a price that is not known", {}, { preview: { ...preview, estimate: null } }],
    ["a charge that has become unknown", {}, { preview: lost }],
    ["an answer that has to be bought again", {}, { preview: repeated }],
    ["another unknown charge", { preview: lost }, { preview: lostAt(2_000) }]
  ])("is for one call at one price, not for %s", async (_, asked, called) => {
    const question = questionOf({ ...PURCHASE, ...asked })!
    const { requestState, inputRequests } = await Effect.runPromise(inputRequired({ question }))
    const [key = ""] = Object.keys(inputRequests)
    const reply = { inputResponses: { [key]: { action: "accept" } }, requestState }
    const answer = answeredBy(reply)
    expect(await Effect.runPromise(answer(questionOf({ ...PURCHASE, ...asked })!))).toEqual({ action: "accept" })
    expect(await Effect.runPromise(answer(questionOf({ ...PURCHASE, ...called })!))).toBeUndefined()
  })

  it("is asked for in a form that takes only what may have become of a charge", () => {
    const { message: words, requestedSchema } = questionOf({ ...PURCHASE, preview: lost })!
    expect(words).toMatch(/sent at 1970-01-01T00:00:01\.000Z and the response was lost, so the charge is unknown/)
    expect(requestedSchema).toEqual({
      type: "object",
      properties: { unknown_charge: { type: "string", enum: ["ask_again", "charged", "not_charged"] } },
      required: ["unknown_charge"]
    })
  })

  it("is asked for with the date of an answer that was bought but not saved", () => {
    expect(questionOf({ ...PURCHASE, preview: repeated })?.message).toContain(
      "It was bought at 2026-11-22T10:00:00Z, but the answer was not saved: this buys it again."
    )
  })

  it.each<[string, Partial<Purchase>]>([
    ["costs nothing", { preview: free }],
    ["would be refused by a cap", { preview: { ...preview, refusal: refusedBy("cap") } }],
    ["would be refused by a cap, whatever became of a charge", { preview: { ...lost, refusal: refusedBy("cap") } }],
    ["would be refused by a cap, as its repeat would", { preview: { ...repeated, refusal: refusedBy("cap") } }],
    ["has an unknown charge of nobody knows what", { preview: { ...lost, blocking: [] } }],
    ["was bought nobody knows when", { preview: { ...repeated, uncachedPurchase: undefined } }],
    ["cannot carry the decision", { step: samplePlugin.toolSteps[0]!, preview: lost }]
  ])("is not asked for if the call %s", (_, purchase) => {
    expect(questionOf({ ...PURCHASE, ...purchase })).toBeUndefined()
  })

  it.each<[string, Preview, Reply, Purchase["input"] | undefined]>([
    ["an agreement", preview, { action: "accept" }, PURCHASE.input],
    ["a refusal", preview, { action: "decline" }, undefined],
    ["a closed question", preview, { action: "cancel" }, undefined],
    ["an agreement to buy again", repeated, { action: "accept" }, { ...PURCHASE.input, unknown_charge: "ask_again" }],
    [
      "what became of a charge",
      lost,
      { action: "accept", content: { unknown_charge: "not_charged" } },
      { ...PURCHASE.input, unknown_charge: "not_charged" }
    ],
    ["no word about the charge", lost, { action: "accept" }, undefined],
    ["another word about the charge", lost, { action: "accept", content: { unknown_charge: "yes" } }, undefined],
    ["a refusal with a word", lost, { action: "decline", content: { unknown_charge: "charged" } }, undefined]
  ])("reads %s", (_, of, reply, input) => {
    expect(inputAfter({ input: PURCHASE.input, preview: of }, reply)).toEqual(input)
  })
})
