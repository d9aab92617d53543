import type { Plugin } from "@inlay/agent-plugin/Plugin"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import { readForwarded } from "./inlet.ts"

const plugin = { title: "Code host", triggers: [{ id: "new_star", output: Schema.Unknown }] } as unknown as Plugin
const depthOf = (depth: number) => {
  const event = { key: "1", actor: null, places: [], depth }
  const body = { trigger: "new_star", occurredAt: "2026-11-22T16:00:00Z", data: {}, event }
  return Result.map(readForwarded(plugin, Buffer.from(JSON.stringify(body))), (forwarded) => forwarded.depth)
}

it("another hub cannot take away the starts that led to an event", () => {
  expect(depthOf(-5)).toEqual(Result.succeed(0))
  expect(depthOf(3)).toEqual(Result.succeed(3))
})
