/**
 * Triggers with the same source: polled together, they report the same events as alone, but send shared requests only
 * once.
 */
import * as SharedReads from "@inlay/agent-plugin/SharedReads"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { polls } from "./polls.ts"

const { connection, control } = polls()
const widgets = { owner: "acme", repo: "widgets" }

const polled = plugin.triggers.flatMap(({ id, possible }) => {
  const way = possible.find(({ via }) => via === "poll")
  return way?.via === "poll" && way.source !== undefined ? [{ id, source: way.source }] : []
})
const sources = [...Map.groupBy(polled, ({ source }) => source)]
  .map(([source, triggers]) => ({ source, ids: triggers.map(({ id }) => id) }))
  .filter(({ ids }) => ids.length > 1)

const requests = async (): Promise<number> => (await control("/calls")).calls.length

describe("a source of several triggers", () => {
  it("exists for issue events, branches and runs", () => {
    expect(sources.map(({ source, ids }) => [source, ids.length])).toEqual([
      ["activity", 3],
      ["issue events", 5],
      ["workflow runs", 2]
    ])
  })

  it.each(sources)("$source: is read once for all of them", async ({ ids }) => {
    const one = await connection()
    await Effect.runPromise(one.watcher)
    const pollAll = Effect.forEach(ids, (id) => one.poll(id, widgets, undefined))
    const first = await requests()
    const apart = await Effect.runPromise(pollAll)
    const second = await requests()
    const { result, reads } = await Effect.runPromise(SharedReads.sharing(pollAll))
    const third = await requests()
    expect(third - second).toBe(reads)
    expect(third - second).toBeLessThanOrEqual(second - first - (ids.length - 1))
    expect(result.map(({ cursor }) => cursor)).toEqual(apart.map(({ cursor }) => cursor))
  })
})
