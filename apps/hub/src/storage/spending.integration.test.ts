/** The short form of `spending.chaos.test.ts`: the same runs and checks, in a few seconds. */
import { expect, it, onTestFinished } from "vitest"

import { backends } from "../testing/backends.ts"
import { startPostgres } from "../testing/postgres/server.ts"
import { violations } from "../testing/spending/check.ts"
import { report } from "../testing/spending/report.ts"
import { runSpending } from "../testing/spending/run.ts"

const { all } = backends()
const [onSqlite, onPostgres] = all
const DAY_MILLIS = 86_400_000
const seed = Number(process.env["INLAY_SEED"] ?? Date.now() % 1_000_000)

it.each([
  { name: "small, tight cap", backend: onSqlite, cap: 30, kills: 0, fullDisks: 0, processes: 2, clocksOff: [] },
  {
    name: "small, processes killed, full disks, wrong clocks",
    backend: onSqlite,
    cap: 1_000,
    kills: 2,
    fullDisks: 1,
    processes: 2,
    clocksOff: [DAY_MILLIS * 30, -DAY_MILLIS * 365]
  },
  {
    name: "PostgreSQL, processes killed, wrong clocks, the database restarted",
    backend: onPostgres,
    cap: 1_000,
    kills: 3,
    fullDisks: 0,
    processes: 2,
    clocksOff: [DAY_MILLIS * 30, -DAY_MILLIS * 365, DAY_MILLIS * 3],
    isRestarted: true
  }
])(
  "$name: every fault; nobody is bought twice or answered with another's record, and the books agree",
  async ({ name, backend, isRestarted = false, ...conditions }) => {
    const server = isRestarted ? await startPostgres() : undefined
    onTestFinished(() => server?.stop())
    const place = { ...(await backend.place()), ...(server && { url: server.url("postgres") }) }
    const evidence = await runSpending({
      seed,
      place,
      ...(server && { restart: server.restart }),
      ...conditions,
      people: 18,
      lookupsEach: 8,
      companies: 4,
      searches: 4,
      unpriced: 2,
      muddled: 2,
      faultShare: 0.3,
      outages: 1,
      inFlight: 25
    })
    report(name, evidence)
    expect(violations(evidence), `INLAY_SEED=${seed}`).toEqual([])
    // Guards against hangs. The rows of killed processes take time to expire, and the machine may be busy.
  },
  120_000
)
