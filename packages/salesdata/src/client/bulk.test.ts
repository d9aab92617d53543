/** Bulk lookups of any source: what it delivers when the source waits, fails or is left. */
import { setTimeout as pause } from "node:timers/promises"

import { ProviderError } from "@inlay/core-http/ProviderError"
import { afterEach, describe, expect, it, vi } from "vitest"

import { bulk } from "./bulk.ts"

const answer = async (row: number) => (await pause(5), row * 10)
const limited = new ProviderError({
  provider: "salesdata",
  operation: "enrichPerson",
  reason: { _tag: "RateLimited", what: "Slower.", retryAfterSeconds: 0.05 }
})
const failure = new Error("row 9 cannot be read")

describe("bulk lookups", () => {
  afterEach(() => vi.useRealTimers())

  it("are delivered before the error of their source", async () => {
    const source = function* () {
      for (let row = 1; row < 9; row++) yield row
      throw failure
    }
    const answers: Array<number | undefined> = []
    const read = async () => {
      for await (const outcome of bulk(source(), 10, answer)) answers.push(outcome.answer)
    }
    await expect(read()).rejects.toBe(failure)
    expect(answers).toEqual([10, 20, 30, 40, 50, 60, 70, 80])
  })

  it("are delivered while their source waits for what becomes of them", async () => {
    let deliver = () => {}
    const source = async function* () {
      for (let row = 1; row <= 3; row++) {
        const delivered = new Promise<void>((resolve) => (deliver = resolve))
        yield row
        await delivered
      }
    }
    const answers: Array<number | undefined> = []
    for await (const outcome of bulk(source(), 10, answer)) {
      answers.push(outcome.answer)
      deliver()
    }
    expect(answers).toEqual([10, 20, 30])
  })

  it("keep their order and their number", async () => {
    let underWay = 0
    let most = 0
    const ask = async (row: number) => {
      most = Math.max(most, ++underWay)
      await pause(row % 2 === 0 ? 1 : 10)
      underWay--
      return row
    }
    const rows = Array.from({ length: 12 }, (_, row) => row)
    const answers: Array<number | undefined> = []
    for await (const outcome of bulk(rows, 3, ask)) answers.push(outcome.answer)
    expect(answers).toEqual(rows)
    expect(most).toBe(3)
  })

  it("that wait for the rate limit are not sent once nobody reads any more", async () => {
    const asked: Array<number> = []
    const ask = async (row: number) => {
      asked.push(row)
      if (row === 1) return answer(row)
      throw limited
    }
    for await (const outcome of bulk([1, 2, 3], 3, ask)) if (outcome.input === 1) break
    await pause(150)
    expect(asked).toEqual([1, 2, 3])
  })

  it("close their source once nobody reads any more, even if it is waiting", async () => {
    let isClosed = false
    let go = () => {}
    const more = new Promise<void>((resolve) => (go = resolve))
    const source = async function* () {
      try {
        yield 1
        await more
        yield 2
      } finally {
        isClosed = true
      }
    }
    for await (const outcome of bulk(source(), 10, answer)) if (outcome.input === 1) break
    go()
    await pause(10)
    expect(isClosed).toBe(true)
  })

  it("pause ten times for a limit, for a second if the provider does not say how long, and are sent in any case", async () => {
    vi.useFakeTimers()
    const asked: Array<number> = []
    const begin = Date.now()
    const ask = async () => {
      asked.push((Date.now() - begin) / 1_000)
      throw new ProviderError({ ...limited, reason: { _tag: "RateLimited", what: "Slower." } })
    }
    const outcome = bulk(["row"], 1, ask).next()
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await outcome).value).toMatchObject({ input: "row", error: { reason: { _tag: "RateLimited" } } })
    expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it("pause for as long as the provider says", async () => {
    vi.useFakeTimers()
    const asked: Array<number> = []
    const begin = Date.now()
    const ask = async () => {
      asked.push((Date.now() - begin) / 1_000)
      if (asked.length > 1) return "answered"
      throw new ProviderError({
        ...limited,
        reason: { _tag: "RateLimited", what: "Slower.", retryAfterSeconds: 20 }
      })
    }
    const outcome = bulk(["row"], 1, ask).next()
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await outcome).value).toMatchObject({ answer: "answered" })
    expect(asked).toEqual([0, 20])
  })

  it.each([
    { _tag: "Transport", what: "The answer was lost.", sent: true },
    { _tag: "Timeout", what: "It timed out.", sent: true },
    { _tag: "Unavailable", what: "It is down.", status: 503 },
    { _tag: "Decode", what: "It cannot be read." }
  ] as const)(
    "are not sent again after anything but a limit, because they may have been charged: $_tag",
    async (reason) => {
      const asked: Array<number> = []
      const ask = async (row: number) => {
        asked.push(row)
        throw new ProviderError({ ...limited, reason })
      }
      const { value } = await bulk([1], 1, ask).next()
      expect(value).toMatchObject({ input: 1, error: { reason } })
      expect(asked).toEqual([1])
    }
  )

  it("do not pause if they were stopped before", async () => {
    const stopping = new AbortController()
    const ask = async () => {
      stopping.abort(new Error("enough"))
      throw limited
    }
    await expect(bulk([1], 1, ask, stopping.signal).next()).rejects.toThrow("enough")
  })
})
