// Answers that could fill memory: the process never holds more than a few times the size limit of an answer.
import { afterAll, assert, beforeAll, it } from "vitest"

import { limitMillisOf } from "../src/testing/bad-answers/index.ts"
import { startFaultServer, type FaultServer } from "../src/testing/fault-server.ts"
import { playApart } from "./apart.ts"

/** For three calls in sequence, each of up to 16 MiB. Measured: 30 to 90 MB; without the limit 180 MB to 1 GB. */
const PEAK_BYTES = 100_000_000

/**
 * The figure includes garbage that has not been collected, which varies between processes. Memory that is really held
 * is in every one of them, so the lowest of a few figures counts.
 */
const MOST_PROCESSES = 3

const leastPeakBytes = async (peak: () => Promise<number>): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < MOST_PROCESSES && least >= PEAK_BYTES; n++) least = Math.min(least, await peak())
  return least
}

let server: FaultServer
beforeAll(async () => {
  server = await startFaultServer()
})
afterAll(() => server.close())

it.each(["gzip-bomb", "brotli-bomb", "endless-body", "nested-json", "early-hints-flood"] as const)(
  "%s",
  async (fault) => {
    const scene = { origin: server.at[fault].origin, limitMillis: limitMillisOf(fault) }
    const good = server.at["json-as-image"].origin
    const least = await leastPeakBytes(async () => (await playApart(scene, good)).peakBytes)
    assert.isBelow(least, PEAK_BYTES)
  }
)
