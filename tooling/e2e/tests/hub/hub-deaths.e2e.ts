// Processes die while somebody works: the extension's worker is ended, or the hub killed and restarted, at any moment
// of a lookup with or without the hub, of a repository's page with its events, of a change, or of an own site's page,
// with the panel open beside them all. No call is repeated automatically, nobody is charged twice, no event is lost, no
// agent is started twice, and the ledgers of hub and browser agree with the provider's count row by row. `INLAY_SEED`
// repeats a run.
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { afterAll, afterEach, beforeAll, expect, test } from "vitest"

import { unknownRows, violations } from "../../src/product/books.ts"
import { storedRows } from "../../src/product/database.ts"
import { startHub } from "../../src/product/hub.ts"
import { asConsole, openConsole, pairFreely, untilHooked } from "../../src/product/pairing.ts"
import { openPanelOver } from "../../src/product/panel.ts"
import { workerClient, type LedgerRow } from "../../src/product/worker.ts"
import { startAgent } from "../../src/world/agent.ts"
import { codehostOf } from "../../src/world/codehost.ts"
import { startServer } from "../../src/world/server.ts"
import { useScene } from "../scene.ts"
import { inForm } from "../whole.ts"
import { activities } from "./dying.ts"

const kills = inForm(5, 200)
const restarts = inForm(1, 50)
const seed = Number(process.env["INLAY_SEED"] ?? Date.now() % 1_000_000)
const CAP = 4 * (kills + restarts + 2)
const SHOP = "www.harbourgoods.example"

const hub = await startHub()
const agent = await startAgent()
const shop = await startServer(() => ({ headers: { "content-type": "text/html" }, body: "<title>Kitchen</title>" }))
afterAll(async () => {
  await hub.close()
  await agent.close()
  await shop.close()
})
const scene = useScene({ allowed: [hub.url], hostRules: `MAP ${SHOP} ${shop.host}` }, { cap_day: String(CAP) })

beforeAll(async () => {
  const { extension, account, sandbox } = scene()
  const console = await openConsole(extension, hub)
  // The list of accounts would ask the provider whether new ones work, once it is seen again: calls in no ledger.
  await console.evaluate(() => {
    location.hash = "#/settings"
  })
  const { env = {} } = sandbox.plugins["analytics"] ?? {}
  const analytics = Object.entries(env).map(([name, value]) => [
    name.replace("INLAY_ANALYTICS_", "").toLowerCase(),
    value
  ])
  const accounts = [
    { plugin: "salesdata", values: { ...account, cap_day: String(CAP) } },
    { plugin: "codehost", kind: "token", values: codehostOf(sandbox).values },
    { plugin: "analytics", kind: "token", values: Object.fromEntries(analytics) as object }
  ]
  for (const one of accounts) await asConsole(console, "POST", "/api/accounts", { name: "team", ...one })
  await asConsole(console, "POST", "/api/subscriptions", {
    trigger: "codehost_new_issue",
    account: "codehost/team",
    target: { owner: "acme", repo: "widgets" },
    url: agent.url
  })
  expect(await pairFreely(extension, hub, console)).toMatch(/Paired with/)
  await untilHooked(console)
})
afterEach(({ task }) => {
  if (task.result?.state === "fail") process.stderr.write(`INLAY_SEED=${seed}\n`)
})

let state = seed
/** A number from 0 up to, but not including, 1; the same sequence for the same seed (Numerical Recipes). */
const chance = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 4_294_967_296
}

/** The rows of a killed hub stay open until their lease expires: their charge is unknown. */
const hubLedger = (): ReadonlyArray<LedgerRow> => {
  const database = new DatabaseSync(join(hub.data, "inlay.db"), { readOnly: true })
  const rows = database.prepare("SELECT id, keys, estimate, charged, state, at_millis FROM ledger").all()
  database.close()
  return rows.map((row) => ({
    id: String(row["id"]),
    keys: JSON.parse(String(row["keys"])) as ReadonlyArray<string>,
    estimate: Number(row["estimate"]),
    charged: row["charged"] === null ? null : Number(row["charged"]),
    state: row["state"] === "open" ? "unknown" : (row["state"] as LedgerRow["state"]),
    atMillis: Number(row["at_millis"])
  }))
}

const name = `${kills} deaths of the worker and ${restarts} of the hub leave books that agree`
test(name, { timeout: 120_000 + 5_000 * (kills + 3 * restarts) }, async () => {
  const { extension, control, sandbox } = scene()
  const slugs = (await control.slugs()).filter((slug) => /^[a-z-]+$/.test(slug))
  const worker = await workerClient(extension)
  await worker.ask("chooseWay", { plugin: "codehost", way: "hub" })
  const stranger = () => {
    const slug = slugs.shift() ?? ""
    return { slug, url: `${sandbox.origin}/in/${slug}` }
  }
  const site = await extension.openPage(`http://${SHOP}/kitchen`)
  const tab = await extension.openPage(stranger().url)
  const panel = await openPanelOver(extension, tab)
  const world = { extension, worker, control, codehost: codehostOf(sandbox), panel, tab, site, stranger, chance }

  const problems: Array<string> = []
  const issues: Array<string> = []
  const askedAtHub: Array<string> = []
  const names = Object.keys(activities)
  const deaths = [
    ...Array.from({ length: kills }, () => "worker" as const),
    ...Array.from({ length: restarts }, () => "hub" as const)
  ].toSorted(() => chance() - 0.5)
  for (const [index, dying] of deaths.entries()) {
    // Uses the activities in turn. In a long run, each meets both deaths.
    const activity = names[index % names.length] ?? ""
    const die = () => (dying === "hub" ? hub.restart() : extension.stopServiceWorker())
    const after = await activities[activity]?.({ ...world, die, dying })
    problems.push(...(after?.problems ?? []).map((problem) => `${activity}, ${dying}: ${problem}`))
    if (after?.issue !== undefined) issues.push(after.issue)
    if (after?.askedAtHub !== undefined) askedAtHub.push(after.askedAtHub)
  }
  expect(problems).toEqual([])
  // Requests that were on their way have arrived by now.
  const books = async () => ({
    rows: [...hubLedger(), ...(await worker.rows())],
    calls: await control.calls(),
    charges: await control.charges(),
    cap: CAP
  })
  await worker.ask("spending", { plugin: "salesdata", account: "default" })
  await expect.poll(async () => violations(await books()), { timeout: 20_000, interval: 250 }).toEqual([])
  await expect
    .poll(() => agent.starts.map(({ body }) => String(body.data["title"])).toSorted(), { timeout: 30_000 })
    .toEqual(issues.toSorted())
  expect(new Set(agent.starts.map(({ id }) => id)).size).toBe(issues.length)
  // What was bought through the hub is in the hub's ledger only.
  const own = await storedRows(extension)
  const kept = [...(own["ledger"] ?? []), ...(own["answers"] ?? [])].join("\n")
  expect(askedAtHub.filter((slug) => kept.includes(`/in/${slug}"`) || kept.includes(`:${slug}"`))).toEqual([])

  const { rows, calls, charges } = await books()
  process.stdout.write(
    [
      `\nDeaths: seed ${seed}; worker ended ${kills} times, hub killed ${restarts} times`,
      `  ${calls.length} lookups, ${charges.total} credits charged, ${rows.length} rows, ${unknownRows({ rows, calls }).length} unknown`,
      `  ${issues.length} events, ${agent.starts.length} agents started\n`
    ].join("\n")
  )
  // In a short run, every death may come before anything is sent.
  if (kills > 50) expect(calls.length).toBeGreaterThan(0)
})
