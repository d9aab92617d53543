// @vitest-environment happy-dom
// Tests the wrong-person guard against every order of events. A story is a list of events that happen one after the
// other, while everything begun before is still under way. A failing story is shrunk to the few events that it needs.
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { options } from "preact"
import { afterEach, beforeEach, vi } from "vitest"

import { tabWorld } from "../../tests/tab-world.tsx"

const PATHS = ["/in/ann", "/in/bob", "/in/ann/details", "/in/cy?tab=jobs", "/feed/", "/company/ann"]

const Happening = Schema.Struct({
  what: Schema.Literals([
    ...(["push", "replace", "back", "forward", "reload", "close", "die", "time"] as const),
    // Events that bring a card forward are more frequent than events that may come in between.
    ...(["toolbar", "toolbar", "press", "press", "press", "answer", "answer"] as const),
    ...(["inject", "inject", "inject", "inject"] as const)
  ]),
  /** Selects a page or an answer. */
  at: Schema.Literals([0, 1, 2, 3, 4, 5])
})
type Happening = typeof Happening.Type

/** The events from a click to a card, if nothing comes in between. */
const TO_A_CARD = ["toolbar", "press", "inject", "answer", "inject"] as const

const Story = Schema.Struct({
  deaf: Schema.Boolean,
  /** How far a card has come when the story begins. */
  begun: Schema.Literals([0, 1, 2, 3, 4, 5]),
  happenings: Schema.Array(Happening).check(Schema.isMaxLength(40))
})

const RUNS = Number(process.env["INLAY_STORIES"] ?? 100)
const tally = { shown: 0, bought: 0, gone: 0 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] })
  options.requestAnimationFrame = (flush) => queueMicrotask(flush)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const happen = (world: ReturnType<typeof tabWorld>, { what, at }: Happening): unknown => {
  switch (what) {
    case "push":
    case "replace":
      return world.navigate(PATHS[at] ?? "/feed/", what === "replace")
    case "back":
      return world.go(-1)
    case "forward":
      return world.go(1)
    case "time":
      return world.pass()
    case "answer":
      return world.answer(at)
    default:
      return world[what]()
  }
}

const explore = async ({ deaf, begun, happenings }: typeof Story.Type): Promise<void> => {
  const world = tabWorld(deaf)
  const check = (): void => {
    const cards = world.cards()
    expect(cards.length).toBeLessThan(2)
    for (const card of cards) expect(card).toBe(world.here())
    for (const { of, at } of world.drawings) expect(of).toBe(at)
    for (const slug of world.bought) expect([...world.agreed]).toContain(slug)
  }
  try {
    for (const happening of [...TO_A_CARD.slice(0, begun).map((what) => ({ what, at: 0 as const })), ...happenings]) {
      // Before each event, the browser learns of the previous one, but not yet of this one.
      world.tell()
      const before = world.cards().length
      await happen(world, happening)
      if (deaf) await world.pass()
      check()
      if (before > world.cards().length) tally.gone += 1
      await world.settle()
      if (deaf) await world.pass()
      check()
    }
    world.tell()
    await world.finish()
    check()
    tally.shown += world.drawings.length
    tally.bought += world.bought.length
  } finally {
    world.end()
  }
}

it.live.prop(
  "in every interleaving: at most one card, only for its own person, removed at once, and no purchase without a click",
  { story: Story },
  ({ story }) => Effect.promise(() => explore(story)),
  { timeout: Math.max(60_000, 300 * RUNS), arbitrary: { runs: RUNS, seed: 20_260_301, size: 40 } }
)

it("the generated runs cover every outcome", () => {
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(RUNS / 16)
})
