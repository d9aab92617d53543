// What an answer could fill memory with: the process never holds more than a few times what an answer may be long.
import { afterAll, assert, beforeAll, it } from "vitest"

import { limitMillisOf } from "../src/testing/bad-answers/index.ts"
import { startFaultServer, type FaultServer } from "../src/testing/fault-server.ts"
import { playApart } from "./apart.ts"

/** Three calls one after the other, each of up to 16 MiB. Measured: 30 to 90 MB; without the limit 180 MB to 1 GB. */
const PEAK_BYTES = 100_000_000

/**
 * Garbage is in the figure too, as much of it as waits for its collector just then: what is held is there in every process,
 * so the least of a few tells.
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
