import { createHmac } from "node:crypto"

import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import { isTest, readForwarded, receiver } from "./forwarded-events.ts"

const plugin = { title: "Code host", triggers: [{ id: "new_star", output: Schema.Unknown }] } as unknown as Plugin
const read = (depth: number, occurredAt = "2026-11-22T16:00:00Z") => {
  const event = { key: "1", actor: null, places: [], depth }
  const body = { trigger: "new_star", occurredAt, data: {}, event }
  return Result.map(readForwarded(plugin, Buffer.from(JSON.stringify(body))), (forwarded) => forwarded.depth)
}

it("another hub cannot take away the starts that led to an event", () => {
  expect(read(-5)).toEqual(Result.succeed(0))
  expect(read(3)).toEqual(Result.succeed(3))
  // PostgreSQL has no integer as large.
  expect(read(2 ** 40)).toEqual(Result.succeed(1_000))
})

it("an event without a time is none", () => {
  expect(read(0, "soon")).toEqual(Result.fail("It is not an event of new_star."))
})

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`

// Neither the feed nor a delivery could write deeper data.
it.each([
  [100, true],
  [300, false],
  [4_000, false],
  [400_000, false]
])("data that nests %i levels deep is taken: %s", (levels, isTaken) => {
  const event = `{"key":"1","actor":null,"places":[],"depth":0}`
  const body = `{"trigger":"new_star","occurredAt":"2026-11-22T16:00:00Z","data":{"more":${nested(levels)}},"event":${event}}`
  const outcome = readForwarded(plugin, Buffer.from(body))
  if (isTaken) expect(Result.isSuccess(outcome)).toBe(true)
  else expect(outcome).toEqual(Result.fail("It nests deeper than 200 levels."))
})

it("a test is one, unless it nests deep, which takes long to parse", () => {
  const ofTest = (more: string) => isTest(Buffer.from(`{"test":true,"more":${more}}`))
  expect([ofTest("1"), ofTest(nested(400_000))]).toEqual([true, false])
})

it.each([
  ["now", 0, "v1", true],
  ["by a clock that is five minutes behind", -290, "v1", true],
  ["by a clock that is five minutes ahead", 290, "v1", true],
  ["longer ago", -310, "v1", false],
  ["at a time to come", 310, "v1", false],
  ["by another scheme", 0, "v2", false]
] as const)("a body that was signed %s", async (_, seconds, version, isAccepted) => {
  const body = Buffer.from("{}")
  const timestamp = String(Math.round(Date.now() / 1000) + seconds)
  const signature = createHmac("sha256", "newest").update(`msg_1.${timestamp}.{}`).digest("base64")
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,AAAA ${version},${signature}`
  }
  const secrets = [Redacted.make("older"), Redacted.make("newest")]
  expect(await Effect.runPromise(receiver.verify(body, headers, secrets))).toBe(isAccepted)
})
