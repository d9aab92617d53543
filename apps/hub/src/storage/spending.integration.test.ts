/** The small form of `spending.chaos.test.ts`: the same runs and the same books, in some seconds. */
import { expect, it } from "vitest"

import { violations } from "../testing/spend-check.ts"
import { report } from "../testing/spend-report.ts"
import { runSpending } from "../testing/spend-run.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const directory = temporaryDirectories()
const seed = Number(process.env["INLAY_SEED"] ?? Date.now() % 1_000_000)

it.each([
  { name: "small, tight cap", cap: 60, kills: 0 },
  { name: "small, processes killed", cap: 1_000, kills: 2 }
])(
  "$name: two processes, every fault; nobody is bought twice, and the books agree",
  async ({ name, cap, kills }) => {
    const evidence = await runSpending({
      seed,
      directory: directory(),
      cap,
      kills,
      people: 36,
      lookupsEach: 8,
      companies: 8,
      searches: 8,
      unpriced: 4,
      faultShare: 0.3,
      outages: 1,
      inFlight: 25
    })
    report(name, evidence)
    expect(violations(evidence), `INLAY_SEED=${seed}`).toEqual([])
    // For hangs: a killed process's rows are waited for, and the machine may be busy.
  },
  120_000
)
