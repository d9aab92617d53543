/**
 * A report of 250,000 rows, four dimensions and four metrics, from the request to rows or columns of numbers and texts:
 * the analytics client compared with `fetch` and `JSON.parse`, which leaves every number as text, and with the
 * service's own clients over JSON. `@googleapis/analyticsdata` is the part of `googleapis` for this API. Memory is the
 * peak for one report in a process of its own.
 */
import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"

import type { Benchmark } from "../benchmark.ts"
import { median, spread } from "../quantiles.ts"
import { inRounds, ratios, samplesOf } from "../rounds.ts"
import { startServer } from "../servers/start.ts"
import { cpuRatio, measure, medians, throughputRatio, type Contender } from "../slices.ts"
import { clients, COLUMNS, FETCH, GOOGLEAPIS, OFFICIAL, ROWS } from "./large-report/clients.ts"

const peakModule = fileURLToPath(new URL("large-report/peak.ts", import.meta.url))

/** The peak memory for one report, in bytes above what the client's process uses before. */
const peakOf = (name: string, origin: string, rowCount: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = fork(peakModule, [name, origin, String(rowCount)], { execArgv: [] })
    child.once("message", (bytes) => resolve(bytes as number))
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`${name} ended with code ${code ?? "none"}`)))
  })

export const benchmark: Benchmark = {
  title: "large report",
  run: async ({ quick }) => {
    const rowCount = quick ? 20_000 : 250_000
    const rounds = quick ? 2 : 7
    const server = await startServer("reports")
    const { origin } = server.ready
    const contender = async ([name, make]: readonly [string, (typeof clients)[string]]): Promise<Contender> => {
      const read = await make(origin)
      return {
        name,
        // Collects the previous contender's garbage. A full collection would also discard compiled code.
        prepare: () => globalThis.gc?.({ type: "minor" }),
        work: async () => {
          const count = await read(rowCount)
          if (count !== rowCount) throw new Error(`${name} read ${count} rows, not ${rowCount}`)
          return 1
        }
      }
    }
    const samples = await measure(await Promise.all(Object.entries(clients).map(contender)), {
      rounds,
      sliceMillis: 0,
      warmUp: 2
    })
    const names = Object.keys(clients)
    const peaks = await inRounds(
      names.map((name) => ({ name })),
      { rounds: quick ? 1 : 3, warmUp: 0 },
      ({ name }) => peakOf(name, origin, rowCount)
    )
    await server.close()
    const memoryRatio = (title: string, mine: string) =>
      spread(title, ratios(samplesOf(peaks, mine), samplesOf(peaks, FETCH)), { atMost: 1.2 })
    return {
      conditions: `${rowCount.toLocaleString("en")} rows of 4 dimensions and 4 metrics over loopback; ${rounds} rounds, one report each`,
      measures: names.map((name) => {
        const { cpuMicros, perSecond } = medians(samples, name)
        const values = {
          ms: 1000 / perSecond,
          "CPU ms": cpuMicros / 1000,
          "peak MiB": median(samplesOf(peaks, name)) / 2 ** 20
        }
        return { setting: "one report", contender: name, values }
      }),
      figures: [
        throughputRatio("time / fetch, rows", samples, FETCH, ROWS, { atMost: 1.15 }),
        throughputRatio("time / fetch, columns", samples, FETCH, COLUMNS, { atMost: 1.15 }),
        cpuRatio("CPU / fetch, rows", samples, ROWS, FETCH),
        cpuRatio("CPU / fetch, columns", samples, COLUMNS, FETCH),
        memoryRatio("peak memory / fetch, rows", ROWS),
        memoryRatio("peak memory / fetch, columns", COLUMNS),
        throughputRatio("time / googleapis, rows", samples, GOOGLEAPIS, ROWS, { atMost: 1 }),
        throughputRatio("reports/s / @google-analytics/data, rows", samples, ROWS, OFFICIAL, { atLeast: 3 })
      ]
    }
  }
}
