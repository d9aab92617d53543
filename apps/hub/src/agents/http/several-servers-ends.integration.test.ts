/**
 * Two servers on one database: one is killed, the database is restarted. The long version is
 * `several-servers.chaos.test.ts`.
 */
import { steadySuite } from "../../testing/servers/steady-suite.ts"

steadySuite({
  caps: { "within the cap": 100_000 },
  perSecond: 40,
  atOnce: 12,
  repeats: 2,
  callsBefore: 30,
  callsAfter: 40
})
