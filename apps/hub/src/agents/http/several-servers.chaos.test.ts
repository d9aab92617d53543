/** Two servers on one database, under 200 calls a second. */
import { steadySuite } from "../../testing/servers/steady-suite.ts"

steadySuite({
  caps: { "within the cap": 100_000, "at a tight cap": 40 },
  perSecond: 200,
  atOnce: 400,
  repeats: 20,
  callsBefore: 1_000,
  callsAfter: 2_000
})
