/**
 * 10,000 lookups of 1,000 people from two or three processes over one file and one cap, 50 at a time each, while the
 * provider fails in every way that the sandbox knows, processes die, disks are full and clocks are wrong. Afterwards
 * the ledger, the provider's count and each process's own log must agree, row by row. `INLAY_SEED` repeats a run.
 */
import { expect, it, onTestFinished } from "vitest"

import { startPostgres } from "../testing/postgres/server.ts"
import { faultsMet, violations } from "../testing/spending/check.ts"
import { report } from "../testing/spending/report.ts"
import { runSpending, type RunOptions } from "../testing/spending/run.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const directory = temporaryDirectories()
const seed = Number(process.env["INLAY_SEED"] ?? Date.now() % 1_000_000)

const DAY_MILLIS = 86_400_000

const full = {
  seed,
  people: 1_000,
  lookupsEach: 10,
  companies: 100,
  searches: 100,
  unpriced: 50,
  inFlight: 50,
  muddled: 50,
  processes: 2,
  kills: 0,
  fullDisks: 0,
  clocksOff: [],
  outages: 10,
  // The cache answers most lookups, so faults in 5 % of them mean faults in about three of ten calls.
  faultShare: 0.3
} satisfies Partial<RunOptions>

/** Credits: more than all lookups cost together, and a cap that is used up about halfway. */
const AMPLE = 10_000
const TIGHT = 1_200

it.each([
  { name: "a cap out of reach", cap: AMPLE },
  { name: "a cap reached half-way", cap: TIGHT },
  { name: "processes killed", cap: AMPLE, kills: 20 },
  { name: "processes killed at a tight cap", cap: TIGHT, kills: 20 },
  {
    name: "three processes killed, full disks, wrong clocks",
    cap: AMPLE,
    processes: 3,
    kills: 50,
    fullDisks: 20,
    clocksOff: [30, -30, 365, -365, -13_000].map((days) => days * DAY_MILLIS)
  },
  { name: "one call in twenty failing", cap: AMPLE, faultShare: 0.05 },
  { name: "PostgreSQL: a cap reached half-way", cap: TIGHT, processes: 3, isOnPostgres: true },
  {
    name: "PostgreSQL: four processes killed, the database restarted, wrong clocks",
    cap: AMPLE,
    processes: 4,
    kills: 20,
    clocksOff: [30, -30, 365, -365].map((days) => days * DAY_MILLIS),
    isOnPostgres: true
  }
])("$name: nobody is bought twice, and the books agree", async ({ name, isOnPostgres = false, ...changes }) => {
  const server = isOnPostgres ? await startPostgres() : undefined
  onTestFinished(() => server?.stop())
  const evidence = await runSpending({
    ...full,
    ...changes,
    place: { directory: directory(), url: server?.url("postgres") },
    ...(server && { restart: server.restart })
  })
  report(name, evidence)
  expect(violations(evidence), `INLAY_SEED=${seed}`).toEqual([])
  expect(evidence.lines.filter(({ at }) => at === "asked").length).toBeGreaterThanOrEqual(10_000)
  // All 40 kinds: each occurs once before any occurs again.
  if (changes.cap === AMPLE) expect(faultsMet(evidence).size).toBe(40)
})
