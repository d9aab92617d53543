/**
 * Tests that apply to every trigger, using the example that it names: an event as the service sends it, and the
 * expected occurrences.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import type { Plugin } from "../Plugin.ts"
import { outputSchema } from "../steps/ToolSchema.ts"
import type { Occurrence, Way, Watcher } from "../triggers/Trigger.ts"
import { replay, type RecordedAnswer } from "./replay.ts"

/** The example of a trigger, named by its `fixture`. */
export interface TriggerExample {
  readonly target: unknown
  readonly filters?: unknown
  readonly watcher?: Watcher
  /** The event's name. Present if the trigger has hooks. */
  readonly name?: string
  readonly body?: unknown
  /** The expected occurrences, however the event arrives. */
  readonly expect: ReadonlyArray<Occurrence<unknown>>
  /** For a polled trigger: the service's responses before and after the event. */
  readonly poll?: {
    readonly account?: Readonly<Record<string, string>>
    readonly before: ReadonlyArray<RecordedAnswer>
    readonly after: ReadonlyArray<RecordedAnswer>
    /** Needed if a poll returns more or less data than the event. The keys must still be the same. */
    readonly expect?: ReadonlyArray<Occurrence<unknown>>
  }
}

const SOMEBODY: Watcher = { login: "somebody", scopes: [] }
const NOTHING = [undefined, null, "", [], {}, { action: "created" }]

const withoutRaw = (occurrences: ReadonlyArray<Occurrence<unknown>>) =>
  occurrences.map(({ raw: _raw, ...occurrence }) => occurrence)

const keysOf = (occurrences: ReadonlyArray<Occurrence<unknown>>) => occurrences.map(({ key }) => key)

const withoutPlace = (way: Way): Way => {
  if (!("place" in way)) return way
  const { place: _place, ...rest } = way
  return rest
}

/**
 * Tests a plugin's triggers.
 * @param example returns a trigger's example by the name of its fixture
 */
export const triggerSuite = (plugin: Plugin, example: (fixture: string) => TriggerExample): void => {
  describe.each(plugin.triggers.map((trigger) => [trigger.id, trigger] as const))("%s", (_, trigger) => {
    const read = () => example(trigger.fixture)
    const hooks = trigger.possible.flatMap((way) => (way.via === "webhook" || way.via === "orgWebhook" ? [way] : []))
    const isPolled = trigger.possible.some(({ via }) => via === "poll")
    const isRetired = trigger.possible.every(({ via }) => via === "retired")

    it("has a category, and describes itself in at most 300 characters, as a sentence", () => {
      expect(trigger.category).not.toBe("")
      expect(trigger.description.length).toBeGreaterThan(20)
      expect(trigger.description.length).toBeLessThanOrEqual(300)
      expect(trigger.description).toMatch(/\.$/)
    })

    it("has an object as output", () => expect(outputSchema(trigger)["type"]).toBe("object"))

    it("can be delivered by every method that it names", () => {
      expect(trigger.possible.length).toBeGreaterThan(0)
      for (const way of trigger.possible) {
        if (way.via === "retired") expect(plugin.triggers.map((other) => other.id)).toContain(way.use)
        else expect(way.expectedDelaySeconds).toBeGreaterThan(0)
      }
      expect(hooks.filter(({ events }) => events.length === 0)).toEqual([])
      if (hooks.length > 0) expect(plugin.webhooks).toBeDefined()
      expect(trigger.poll !== undefined).toBe(isPolled)
    })

    it("names possible delivery methods for its target, and the place of each hook", () => {
      const { target, watcher = SOMEBODY } = read()
      const ways = trigger.ways(target, watcher)
      for (const way of ways) {
        expect(trigger.possible.map(withoutPlace)).toContainEqual(withoutPlace(way))
        if (way.via === "webhook" || way.via === "orgWebhook") expect(way.place ?? "").not.toBe("")
      }
    })

    it("accepts its own target and filters, and refuses invalid ones", () => {
      const { target, filters } = read()
      expect(Result.isSuccess(trigger.read({ target, filters }))).toBe(true)
      expect(trigger.place(target)).not.toBe("")
      for (const other of [undefined, null, "", [], { no_such_field: 1 }]) {
        expect(Result.isFailure(trigger.read({ target: other }))).toBe(true)
      }
      expect(Result.isFailure(trigger.read({ target, filters: { no_such_filter: 1 } }))).toBe(true)
    })

    it("produces occurrences with unique keys, times, and data that match its output", () => {
      const { expect: occurrences } = read()
      if (isRetired) return
      expect(occurrences.length).toBeGreaterThan(0)
      expect(occurrences.filter(({ key }) => typeof key !== "string" || key === "")).toEqual([])
      expect(new Set(occurrences.map(({ key }) => key)).size).toBe(occurrences.length)
      const decode = Schema.decodeUnknownSync(trigger.output as Schema.Codec<unknown, unknown>)
      for (const { at, data } of occurrences) {
        expect(Number.isNaN(Date.parse(at))).toBe(false)
        expect(() => decode(data, { onExcessProperty: "error" })).not.toThrow()
      }
    })

    it.runIf(hooks.length > 0)("produces the example for its event, and nothing for other events", () => {
      const { name = "", body, expect: occurrences, watcher = SOMEBODY, filters = {} } = read()
      expect(hooks.flatMap(({ events }) => events)).toContain(name)
      expect(trigger.match({ name, body }, watcher)).toEqual(occurrences)
      expect(occurrences.filter((one) => trigger.accepts(filters, one) !== true)).toEqual([])
      expect(trigger.match({ name: "no_such_event", body }, watcher)).toEqual([])
      for (const other of NOTHING) expect(trigger.match({ name, body: other }, watcher)).toEqual([])
    })

    it.runIf(isPolled)("produces the same when polled, and nothing that happened before", async () => {
      const { poll, target, expect: occurrences, watcher = SOMEBODY } = read()
      if (poll === undefined) throw new Error("the example does not say what the service answers to a poll")
      const ask = replay(plugin, poll.account ?? {}, watcher)
      const before = await ask(trigger.id, target, undefined, poll.before)
      expect(before.occurrences).toEqual([])
      const after = await ask(trigger.id, target, before.cursor, poll.after)
      expect(keysOf(after.occurrences)).toEqual(keysOf(occurrences))
      expect(withoutRaw(after.occurrences)).toEqual(poll.expect ?? occurrences)
      expect((await ask(trigger.id, target, after.cursor, poll.after)).occurrences).toEqual([])
    })
  })
}
