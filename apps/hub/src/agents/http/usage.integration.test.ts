/** The use of many accounts. A server makes the answer while all other requests wait. */
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it, onTestFinished } from "vitest"

import { startHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()

const DAY_MILLIS = 86_400_000
const [ACCOUNTS, DAYS] = [300, 30]

it(`gives what ${ACCOUNTS} accounts used in ${DAYS} days as soon as it is read`, async () => {
  const hub = await startHub(directory())
  onTestFinished(hub.close)
  const today = Math.floor(Date.now() / DAY_MILLIS)
  const runsOf = (day: number) =>
    Array.from({ length: ACCOUNTS }, (_, n) => ({
      at_millis: day * DAY_MILLIS,
      duration_millis: 1,
      plugin: "sample",
      account: String(n),
      step: "read",
      outcome: "ok"
    }))
  await hub.run(
    Effect.flatMap(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write }]) =>
      write(
        Effect.forEach(
          Array.from({ length: DAYS }, (_, n) => runsOf(today - n)).flat(),
          (run) => sql`INSERT INTO audit ${sql.insert(run)}`
        )
      )
    )
  )
  const token = await hub.token({ manages: true })
  const begun = performance.now()
  const { json } = await hub.call("GET", `/api/usage?days=${DAYS}`, { token })
  const millis = performance.now() - begun
  expect(json.accounts).toHaveLength(ACCOUNTS)
  for (const { runs, failed } of json.accounts)
    expect([runs, failed]).toEqual([Array(DAYS).fill(1), Array(DAYS).fill(0)])
  expect(millis).toBeLessThan(3_000)
})
