import { it } from "@effect/vitest"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { assert } from "vitest"

import { Browser, type Mark } from "../../browser/Browser.ts"
import { wordsIn } from "../../locales/worker-words.ts"
import { workerTexts } from "../../locales/worker.ts"
import * as mark from "./mark.ts"

const waits = (count: number, what: mark.Waiting["what"] = "seen"): mark.Waits => Effect.succeed({ count, what })
const fails = (reason: ProviderError["reason"]): mark.Waits =>
  Effect.fail(new ProviderError({ provider: "test", operation: "read", reason }))
const away = fails({ _tag: "Transport", what: "gone", sent: false })
const down = fails({ _tag: "Unavailable", what: "maintenance", status: 503 })
const broken = fails({ _tag: "Decode", what: "damaged" })

const marked = (contributions: ReadonlyArray<mark.Waits>) =>
  Effect.gen(function* () {
    const marks: Array<Mark> = []
    const browser = Layer.mock(Browser, {
      words: Effect.succeed(wordsIn("en", workerTexts.en)),
      mark: (next) => Effect.sync(() => void marks.push(next))
    })
    yield* Effect.provide(
      Effect.flatMap(mark.make(contributions), (badge) => badge),
      browser
    )
    return marks
  })

const table: ReadonlyArray<readonly [string, ReadonlyArray<mark.Waits>, Mark]> = [
  ["nothing waits", [waits(0), waits(0)], { text: "", tone: "away", title: undefined }],
  [
    "two features wait",
    [waits(2, "unknownCharges"), waits(0), waits(3)],
    {
      text: "5",
      tone: "waiting",
      title: "2 lookups got no answer and may have been charged. 3 new events in the repositories that you watch"
    }
  ],
  [
    "as much as fits",
    [waits(99)],
    { text: "99", tone: "waiting", title: "99 new events in the repositories that you watch" }
  ],
  [
    "more than fits",
    [waits(100)],
    { text: "99+", tone: "waiting", title: "100 new events in the repositories that you watch" }
  ],
  [
    "one cannot be reached",
    [waits(0), away],
    { text: "–", tone: "away", title: "A service cannot be reached right now" }
  ],
  ["one is down", [waits(0), down], { text: "–", tone: "away", title: "A service cannot be reached right now" }],
  [
    "what waits is what was known last",
    [Effect.succeed({ count: 2, what: "seen", isAway: true })],
    {
      text: "2",
      tone: "waiting",
      title: "2 new events in the repositories that you watch. A service cannot be reached right now"
    }
  ],
  [
    "one waits and one cannot be reached",
    [waits(1), away],
    {
      text: "1",
      tone: "waiting",
      title: "1 new event in the repositories that you watch. A service cannot be reached right now"
    }
  ],
  [
    "only the user can mend something",
    [waits(1), Effect.succeed({ count: 0, what: "seen", trouble: "unreachable" })],
    {
      text: "!",
      tone: "error",
      title: "1 new event in the repositories that you watch. A repository that you watch cannot be read any more"
    }
  ],
  [
    "one waits and one is damaged",
    [waits(1), broken],
    {
      text: "!",
      tone: "error",
      title: "1 new event in the repositories that you watch. Some Inlay data cannot be read: open the settings"
    }
  ]
]

for (const [name, contributions, expected] of table) {
  it.effect(`shows the mark if ${name}`, () =>
    Effect.map(marked(contributions), (marks) => assert.deepStrictEqual(marks, [expected]))
  )
}

it.effect("an update that a later one overtakes draws nothing, and ends when the later one has drawn", () =>
  Effect.gen(function* () {
    const marks: Array<Mark> = []
    const browser = Layer.mock(Browser, {
      words: Effect.succeed(wordsIn("en", workerTexts.en)),
      mark: (next) => Effect.sync(() => void marks.push(next))
    })
    const readings = [Deferred.makeUnsafe<mark.Waiting>(), Deferred.makeUnsafe<mark.Waiting>()] as const
    const unread = [...readings]
    const next = Effect.suspend(() => {
      const reading = unread.shift()
      return reading === undefined ? Effect.die("a third look") : Deferred.await(reading)
    })
    const badge = yield* Effect.provide(mark.make([next]), browser)
    const older = yield* Effect.forkChild(badge, { startImmediately: true })
    const later = yield* Effect.forkChild(badge, { startImmediately: true })
    yield* Deferred.succeed(readings[0], { count: 1, what: "seen" })
    yield* Effect.repeat(Effect.yieldNow, { times: 20 })
    assert.isUndefined(older.pollUnsafe())
    yield* Deferred.succeed(readings[1], { count: 0, what: "seen" })
    yield* Fiber.join(older)
    assert.deepStrictEqual(marks, [{ text: "", tone: "away", title: undefined }])
    yield* Fiber.join(later)
  })
)

it.effect("the mark is shown without words if they cannot be read", () =>
  Effect.gen(function* () {
    const marks: Array<Mark> = []
    const browser = Layer.mock(Browser, {
      words: Effect.succeed(undefined),
      mark: (next) => Effect.sync(() => void marks.push(next))
    })
    yield* Effect.provide(Effect.flatten(mark.make([waits(2), broken])), browser)
    assert.deepStrictEqual(marks, [{ text: "!", tone: "error", title: undefined }])
  })
)
