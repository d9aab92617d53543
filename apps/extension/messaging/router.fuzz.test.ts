/**
 * Sends messages of any shape: each gets an answer, and only valid ones reach a handler. `INLAY_FUZZ` sets the number
 * of messages.
 */
import { inTime, numbers, pick, randomJson } from "@inlay/core-http/testing/fuzz"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import type { RequestName } from "./contract.ts"
import { inputs } from "./requests.ts"
import { route, type Handlers } from "./router.ts"

const INPUTS = Number(process.env["INLAY_FUZZ"] ?? 5_000)
const NAMES = Object.keys(inputs) as ReadonlyArray<RequestName>
const WORDS =
  "inlay input plugin account isNew kind tabId subject consent free charge chargeAgain values force showInPage id credits base_url address code way direct hub after enabled".split(
    " "
  )
const GOOD: ReadonlyArray<unknown> = [
  {},
  { tabId: 1, account: null },
  { plugin: "salesdata", account: "default" },
  { plugin: "salesdata", account: "default", id: "row" },
  { plugin: "salesdata", account: "default", id: "row", credits: 2 },
  { plugin: "salesdata", account: "default", tabId: 1, subject: "person x" },
  { plugin: "salesdata", account: "default", position: "Buyer", seniority: "", department: "", company: "" },
  { showInPage: true },
  { address: "https://hub.example", code: "ABCD-1234" },
  { plugin: "salesdata", way: "hub" },
  { id: "sub", enabled: true },
  { after: "17" }
]

/** A handler that does not check its input. */
const requests: Array<readonly [RequestName, unknown]> = []
const handlers = Object.fromEntries(
  NAMES.map((name) => [name, (input: unknown) => Effect.sync(() => void requests.push([name, input]))])
) as unknown as Handlers

it("every message is answered, and only valid input reaches a handler", async () => {
  const next = numbers(10)
  for (let n = 0; n < INPUTS; n++) {
    const input = next(4) === 0 ? pick(next, GOOD) : randomJson(next, WORDS, 3)
    const message =
      next(4) === 0 ? randomJson(next, [...WORDS, ...NAMES]) : { inlay: pick(next, [...NAMES, "toString"]), input }
    const reply = await inTime(message, () => Effect.runPromise(route(handlers, message)))
    if (!reply.ok && reply.error.reason !== "Invalid") expect.fail(`${reply.error.reason}: ${JSON.stringify(message)}`)
  }
  expect(requests.length).toBeGreaterThan(INPUTS / 100)
  for (const [name, input] of requests) {
    if (!inputs[name](input)) expect.fail(`${name}: ${JSON.stringify(input)}`)
  }
})
