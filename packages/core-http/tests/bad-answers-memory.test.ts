// What an answer could fill memory with: the process never holds more than a few times what an answer may be long.
import { afterAll, assert, beforeAll, it } from "vitest"

import { limitMillisOf } from "../src/testing/bad-answers/index.ts"
import { startFaultServer, type FaultServer } from "../src/testing/fault-server.ts"
import { playApart } from "./apart.ts"

/** Three calls one after the other, each of up to 16 MiB. Measured: 65 MB; without the limit 180 MB to 1 GB. */
const PEAK_BYTES = 100_000_000

let server: FaultServer
beforeAll(async () => {
  server = await startFaultServer()
})
afterAll(() => server.close())

it.each(["gzip-bomb", "brotli-bomb", "endless-body", "nested-json", "early-hints-flood"] as const)(
  "%s",
  async (fault) => {
    const scene = { origin: server.at[fault].origin, limitMillis: limitMillisOf(fault) }
    const { peakBytes } = await playApart(scene, server.at["json-as-image"].origin)
    assert.isBelow(peakBytes, PEAK_BYTES)
  }
)
