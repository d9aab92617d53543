/**
 * Purchases through two servers, one of which is killed, and whose database is restarted: nothing is lost except the
 * calls that were under way.
 */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { inDatabase } from "../postgres/client.ts"
import { startPostgres, type PostgresServer } from "../postgres/server.ts"
import { temporaryDirectories } from "../temporary.ts"
import { world } from "../world.ts"
import { startServers, type Servers } from "./servers.ts"
import { lostCalls, steadyCalls, type Call } from "./steady-calls.ts"

/** Less than the five seconds that a call waits for a database. */
const SOON_BACK_MILLIS = 4000

export interface Options {
  readonly perSecond: number
  /** Calls under way at the same time. */
  readonly atOnce: number
  /** Daily credit caps by name. A server is killed under each. */
  readonly caps: Readonly<Record<string, number>>
  /** How many calls are made for a person, of which the first buys. */
  readonly repeats: number
  /** Calls of each run, before and after something ends. */
  readonly callsBefore: number
  readonly callsAfter: number
}

interface Charges {
  readonly total: number
  readonly items: ReadonlyArray<{ readonly name: string; readonly times: number }>
}

interface Directory {
  readonly people: ReadonlyArray<{ readonly slug: string }>
}

/** Call it at the top level of a test file. */
export const steadySuite = ({ caps, perSecond, atOnce, repeats, callsBefore, callsAfter }: Options): void => {
  const directory = temporaryDirectories()
  const { env, control, reset } = world()
  let postgres: PostgresServer
  let people: ReadonlyArray<string>
  const open: Array<Servers> = []
  let databases = 0

  beforeAll(async () => {
    postgres = await startPostgres()
    people = ((await control("GET", "/directory")) as Directory).people.map(({ slug }) => slug)
  })
  afterAll(async () => {
    await Promise.all(open.map((servers) => servers.close()))
    await postgres.stop()
  })

  /** @param cap credits a day */
  const begin = async (cap: number) => {
    await reset()
    await control("POST", "/settings", { latencyMs: 20, ratePerMinute: 1_000_000 })
    const name = `servers_${databases++}`
    await inDatabase(
      postgres.url("postgres"),
      Effect.flatMap(SqlClient, (sql) => sql.unsafe(`CREATE DATABASE ${name}`).unprepared)
    )
    const url = postgres.url(name)
    const servers = await startServers({ url, directory, env: env({ INLAY_SALESDATA_CAP_DAY: String(cap) }) })
    open.push(servers)
    const token = await servers.token()
    // Few enough people that each is looked up again later.
    const callers = people.slice(0, callsBefore)
    return { servers, calling: steadyCalls({ url: servers.url, token, people: callers, perSecond, atOnce, repeats }) }
  }
  const charges = async () => (await control("GET", "/charges")) as Charges

  const check = async (calls: ReadonlyArray<Call>, cap: number) => {
    const { total, items } = await charges()
    expect(items.filter(({ times }) => times > 1)).toEqual([])
    expect(total).toBeLessThanOrEqual(cap)
    expect(lostCalls(calls)).toEqual([])
    const answered = calls.filter(({ status }) => status === 200).length
    const marked = calls.filter(({ isMarked }) => isMarked)
    const lost = marked.filter(({ status }) => status !== 200).length
    // oxlint-disable-next-line no-console -- reports the figures of a run
    console.info(
      `${calls.length} calls at ${perSecond} a second: ${answered} answered, ${lost} of ${marked.length} under way lost, ${total} of ${cap} credits, ${items.length} people bought once`
    )
    return { total, items }
  }

  describe("two servers on one database, under steady calls", () => {
    it.each(Object.entries(caps))("lose nothing but what was in the one that is killed, %s", async (_, cap) => {
      const { servers, calling } = await begin(cap)
      await calling.begun(callsBefore)
      await calling.whileEnding(() => servers.kill(0))
      const atKill = calling.calls.length
      await calling.begun(atKill + callsAfter)
      await calling.stop()
      const { total } = await check(calling.calls, cap)
      expect(servers.proxy.answered.get(servers.ports[0] ?? 0)).toBeGreaterThan(0)
      expect(servers.proxy.answered.get(servers.ports[1] ?? 0)).toBeGreaterThanOrEqual(callsAfter)
      if (cap < 100) expect(total).toBeGreaterThan(cap / 2)
    })

    it("lose nothing but what was under way when the database ends, and go on when it is back", async () => {
      const cap = 100_000
      const { calling } = await begin(cap)
      await calling.begun(callsBefore)
      await calling.whileEnding(postgres.crash)
      const atEnd = calling.calls.length
      const endMillis = performance.now()
      await postgres.start()
      const atStart = calling.calls.length
      // A busy machine may restart the database later than calls wait.
      if (performance.now() - endMillis > SOON_BACK_MILLIS) {
        for (const call of calling.calls.slice(atEnd)) call.isMarked = true
      }
      await calling.begun(atStart + callsAfter)
      await calling.stop()
      await check(calling.calls, cap)
    })
  })
}
