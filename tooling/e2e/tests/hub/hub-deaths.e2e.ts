// Money through the hub while everything dies: the extension's worker ended, or the hub killed and started again, at any
// moment of a lookup. Nothing is asked again by itself, nobody is charged twice, and the hub's ledger agrees with the
// provider's count row by row; the browser keeps no books of its own.
// `INLAY_KILLS` says how often the worker ends, `INLAY_RESTARTS` how often the hub does; `INLAY_SEED` repeats a run.
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"

import { afterAll, afterEach, beforeAll, expect, test } from "vitest"

import { violations } from "../../src/support/books.ts"
import { storedRows } from "../../src/support/database.ts"
import { startHub } from "../../src/support/hub.ts"
import { openOptions } from "../../src/support/options-page.ts"
import { asConsole, openConsole, pair } from "../../src/support/pairing.ts"
import type { LedgerRow } from "../../src/support/worker.ts"
import { useScene } from "../scene.ts"

const kills = Number(process.env["INLAY_KILLS"] ?? 5)
const restarts = Number(process.env["INLAY_RESTARTS"] ?? 1)
const seed = Number(process.env["INLAY_SEED"] ?? Date.now() % 1_000_000)
const CAP = 4 * (kills + restarts + 2)

const hub = await startHub()
afterAll(() => hub.close())
// An account of its own, by which the browser is allowed to see the sandbox's pages.
const scene = useScene({ allowed: [hub.url] })

beforeAll(async () => {
  const { extension, account } = scene()
  const console = await openConsole(extension, hub)
  const values = { ...account, cap_day: String(CAP) }
  await asConsole(console, "POST", "/api/accounts", { plugin: "salesdata", name: "team", values })
  const { code } = (await asConsole(console, "POST", "/api/pairing-codes", { grant: { readOnly: false } })) as {
    readonly code: string
  }
  expect(await pair(extension, hub.url, code)).toMatch(/Paired with/)
})
afterEach(({ task }) => {
  if (task.result?.state === "fail") process.stderr.write(`INLAY_SEED=${seed} INLAY_KILLS=${kills}\n`)
})

let state = seed
/** From 0 up to, not including, 1; the same for the same seed (Numerical Recipes). */
const chance = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 4_294_967_296
}

interface Reply {
  readonly state: string
  readonly subject?: { readonly key: string } | null
}

/** Rows of a hub that was killed stand open until their time is over: nobody knows their charge. */
const ledger = (): ReadonlyArray<LedgerRow> => {
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
test(name, { timeout: 60_000 + 3_000 * (kills + 3 * restarts) }, async () => {
  const { extension, control, sandbox } = scene()
  const slugs = (await control.slugs()).filter((slug) => /^[a-z-]+$/.test(slug))
  const options = await openOptions(extension)
  await options.evaluate(
    'chrome.runtime.sendMessage({ inlay: "chooseWay", input: { plugin: "salesdata", way: "hub" } })'
  )
  const ask = async (inlay: string, input: object): Promise<Reply | "stopped"> => {
    const reply = (await options.evaluate(
      `chrome.runtime.sendMessage(${JSON.stringify({ inlay, input })}).catch(() => undefined)`
    )) as { readonly ok: boolean; readonly output?: Reply } | undefined
    return reply?.ok === true && reply.output !== undefined ? reply.output : "stopped"
  }
  const problems: Array<string> = []
  const deaths = [...Array.from({ length: kills }, () => "worker"), ...Array.from({ length: restarts }, () => "hub")]
  for (const dying of deaths.toSorted(() => chance() - 0.5)) {
    const slug = slugs.shift() ?? ""
    const page = await extension.openPage(`${sandbox.origin}/in/${slug}`)
    const tabId = Number(await options.evaluate("chrome.tabs.query({ active: true }).then(([tab]) => tab.id)"))
    const before = await ask("preview", { tabId, account: null })
    if (before === "stopped" || before.state !== "ready") problems.push(`${slug}: ${JSON.stringify(before)}`)
    const subject = before === "stopped" ? "" : (before.subject?.key ?? "")
    const asked = ask("enrich", {
      plugin: "salesdata",
      account: "hub:team",
      tabId,
      subject,
      consent: "charge",
      place: "page"
    })
    await sleep(chance() * 80)
    await (dying === "hub" ? hub.restart() : extension.stopServiceWorker())
    await asked
    const { length: sent } = (await control.calls()).filter(
      ({ identifiers }) => identifiers["profilenet_slug"] === slug
    )
    const after = await ask("preview", { tabId, account: null })
    if (sent > 1) problems.push(`${slug} was asked ${sent} times`)
    // Whoever was asked about is not offered again as if nobody had been. A hub that was killed keeps others from asking
    // until its lease ends, though its successor's preview does not tell of it.
    if (dying === "worker" && sent === 1 && after !== "stopped" && after.state === "ready")
      problems.push(`${slug} is offered again`)
    await page.close()
  }
  // What was on its way has arrived by now.
  await expect
    .poll(
      async () =>
        violations({ rows: ledger(), calls: await control.calls(), charges: await control.charges(), cap: CAP }),
      {
        timeout: 20_000,
        interval: 250
      }
    )
    .toEqual([])
  expect(problems).toEqual([])
  // Of a few, all may come before anything is sent.
  if (kills > 50) expect((await control.calls()).length).toBeGreaterThan(0)
  const own = await storedRows(extension)
  expect([own["ledger"], own["answers"]]).toEqual([[], []])
})
