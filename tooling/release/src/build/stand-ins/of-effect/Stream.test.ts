/** Runs programs over streams, written as the clients write them, with Effect's `Stream` and with ours. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as EffectStream from "effect/Stream"
import { describe, expect, it } from "vitest"

import * as OwnStream from "./Stream.ts"

const implementations: ReadonlyArray<readonly [string, typeof EffectStream]> = [
  ["Effect's", EffectStream],
  ["ours", OwnStream as never]
]

const Base = Context.Reference<number>("test/Base", { defaultValue: () => 0 })

/** Pages of two numbers each, up to a last one. */
const pagesTo = (last: number) => (at: number) =>
  Effect.map(Base, (base) => [[base + at, base + at + 1], at < last ? Option.some(at + 2) : Option.none()] as const)

type Program = (S: typeof EffectStream) => EffectStream.Stream<unknown, unknown>

const programs: Readonly<Record<string, Program>> = {
  pages: (S) => S.paginate(0, pagesTo(6)),
  "no pages": (S) => S.paginate(0, () => Effect.succeed([[], Option.none<number>()] as const)),
  "a page that fails": (S) => S.paginate(0, (at) => (at < 4 ? pagesTo(9)(at) : Effect.fail(`no page ${at}`))),
  "a page that breaks": (S) => S.paginate(0, (at) => (at < 4 ? pagesTo(9)(at) : Effect.die(new Error("broken")))),
  "ahead, up to the last": (S) =>
    S.range(1, 9).pipe(
      S.mapEffect((at) => Effect.as(Effect.sleep(at % 3), at), { concurrency: 3 }),
      S.takeUntil((at) => at === 7),
      S.map((at) => at * 10),
      S.concat(S.suspend(() => S.succeed("the end")))
    ),
  "a first page, then others": (S) =>
    S.unwrap(
      Effect.map(Base, (first) =>
        S.concat(
          S.succeed([first]),
          S.map(S.range(2, 4), (at) => [at, at])
        )
      )
    ).pipe(S.flattenIterable),
  "rows of reports": (S) => S.flatMap(S.range(1, 3), (at) => S.fromIterable(new Set([at, -at]))),
  "a few": (S) => S.take(S.range(1, 1_000_000_000), 3),
  none: (S) => S.concat(S.take(S.range(1, 3), 0), S.empty),
  "never stopped": (S) => S.interruptWhen(S.range(1, 3), Effect.never),
  "stopped while it waits": (S) =>
    S.interruptWhen(
      S.concat(
        S.succeed(1),
        S.mapEffect(S.succeed(2), () => Effect.never)
      ),
      Effect.delay(Effect.die("stop"), 5)
    )
}

const iterated = async (S: typeof EffectStream, stream: EffectStream.Stream<unknown, unknown>) => {
  const items: Array<unknown> = []
  try {
    for await (const item of S.toAsyncIterableWith(stream, Context.make(Base, 100))) items.push(item)
  } catch (error) {
    return { items, error: String(error) }
  }
  return { items }
}

const collected = (S: typeof EffectStream, stream: EffectStream.Stream<unknown, unknown>) =>
  Effect.runPromise(
    Effect.match(Effect.sandbox(Effect.provideService(S.runCollect(stream), Base, 7)), {
      onSuccess: (items) => ({ items }),
      onFailure: ({ reasons }) => ({
        reasons: reasons.map((reason) =>
          reason._tag === "Fail"
            ? ["Fail", reason.error]
            : reason._tag === "Die"
              ? ["Die", String(reason.defect)]
              : [reason._tag]
        )
      })
    })
  )

describe.each(Object.entries(programs))("%s", (_name, program) => {
  it("yields the same values as Effect's through an async iterable", async () => {
    expect(await iterated(OwnStream as never, program(OwnStream as never))).toStrictEqual(
      await iterated(EffectStream, program(EffectStream))
    )
  })

  it("collects the same values as Effect's", async () => {
    expect(await collected(OwnStream as never, program(OwnStream as never))).toStrictEqual(
      await collected(EffectStream, program(EffectStream))
    )
  })
})

describe.each(implementations)("%s", (_name, S) => {
  /** Reads pages that record when they start and when they are interrupted. */
  const watched = () => {
    const noted = { begun: 0, interrupted: 0, mostAtOnce: 0 }
    let atOnce = 0
    const page = (number: number) =>
      Effect.suspend(() => {
        noted.begun += 1
        noted.mostAtOnce = Math.max(noted.mostAtOnce, (atOnce += 1))
        return number < 3 ? Effect.sleep(1) : Effect.never
      }).pipe(
        Effect.as(number),
        Effect.onInterrupt(() => Effect.sync(() => void (noted.interrupted += 1))),
        Effect.ensuring(Effect.sync(() => void (atOnce -= 1)))
      )
    return { noted, stream: S.mapEffect(S.range(1, 100), page, { concurrency: 3 }) }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

  it("reads no further ahead than allowed, and stops running work if the reader leaves", async () => {
    const { noted, stream } = watched()
    for await (const number of S.toAsyncIterableWith(stream, Context.empty())) if (number === 2) break
    await settled()
    expect(noted.mostAtOnce).toBe(3)
    expect(noted.begun).toBeLessThan(7)
    expect(noted.interrupted).toBeGreaterThan(0)
    expect(noted.begun - noted.interrupted).toBe(2)
  })

  it("stops running work if its fiber is interrupted", async () => {
    const { noted, stream } = watched()
    const fiber = Effect.runFork(S.runCollect(stream))
    await settled()
    await Effect.runPromise(Fiber.interrupt(fiber))
    const exit = await Effect.runPromise(Fiber.await(fiber))
    await settled()
    expect(Exit.hasInterrupts(exit)).toBe(true)
    expect(noted.interrupted).toBe(3)
  })

  it("fails with the error of a read-ahead", async () => {
    const stream = S.mapEffect(S.range(1, 9), (at) => (at === 5 ? Effect.fail("five") : Effect.succeed(at)), {
      concurrency: 4
    })
    const { items, error } = await iterated(S, stream)
    // Effect's stream may drop what was read before the failure.
    expect([1, 2, 3, 4].slice(0, items.length)).toEqual(items)
    expect(error).toBe("five")
    expect(await collected(S, stream)).toEqual({ reasons: [["Fail", "five"]] })
  })

  it("is recognised as a stream", () => {
    expect([S.isStream(S.empty), S.isStream({}), S.isStream(null)]).toEqual([true, false, false])
  })
})
