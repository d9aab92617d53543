// Spending while processes die: the worker is ended, or the browser killed, at any moment of a lookup. Whatever the
// moment, no call is repeated automatically, and the extension's ledger agrees with the provider's count row by row.
// `INLAY_SEED` repeats a run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { startSandbox } from "@inlay/sandbox"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"

import { unknownRows, violations, type Books } from "../../src/product/books.ts"
import { connect, type StageOptions } from "../../src/product/stage.ts"
import { ACCOUNT, lookupOf, workerClient, type Lookup, type WorkerClient } from "../../src/product/worker.ts"
import type { Call } from "../../src/world/control.ts"
import { sceneOf, setTestStage, type Scene } from "../scene.ts"
import { inForm } from "../whole.ts"
import { moments, type Moment } from "./moments.ts"

/** In the short form, each moment once. */
const kills = inForm(5, 200)
const seed = Number(process.env["INLAY_SEED"] ?? Date.now() % 1_000_000)
/** A browser takes seconds to start, so there is one kill of it for this many of the worker. */
const WORKER_KILLS_PER_BROWSER_KILL = 8
const browserKills = Math.max(2, Math.ceil(kills / WORKER_KILLS_PER_BROWSER_KILL))
/** The state after each kill: what the popup would show, and the row. */
const problems: Array<string> = []
/** Credits: nobody is looked up more than twice, for at most 2 credits each. */
const CAP = 4 * (kills + browserKills + 2)

let state = seed
/** A number from 0 up to, but not including, 1; the same sequence for the same seed (Numerical Recipes). */
const chance = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 4_294_967_296
}

const profileDir = mkdtempSync(join(tmpdir(), "inlay-spending-"))
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let scene: Scene
let worker: WorkerClient
/** Profiles that were not looked up yet, in this browser or an earlier one. */
let strangers: Array<string>

const open = async (options: StageOptions = {}): Promise<void> => {
  scene = await sceneOf(await setTestStage({ sandbox, profileDir, ...options }))
  worker = await workerClient(scene.extension)
}

beforeAll(async () => {
  sandbox = await startSandbox()
  await open({ connected: { cap_day: String(CAP) } })
  await scene.control.reset()
  strangers = (await scene.control.slugs()).filter((slug) => /^[a-z-]+$/.test(slug))
})
afterAll(async () => {
  await scene.extension.close()
  await sandbox.close()
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 })
})

afterEach(({ task }) => {
  if (task.result?.state === "fail") process.stderr.write(`INLAY_SEED=${seed}\n`)
})

const endWorker = (): Promise<void> => scene.extension.stopServiceWorker()

const killBrowser = async (): Promise<void> => {
  const process = scene.extension.browser.process()
  const exit = new Promise((resolve) => process?.once("exit", resolve))
  process?.kill("SIGKILL")
  await exit
  await scene.extension.close()
  await open()
}

const stranger = (): string => {
  const slug = strangers.shift()
  if (slug === undefined) throw new Error("the sandbox has nobody left")
  return `${sandbox.origin}/in/${slug}`
}

const slugOf = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? ""

const callsOf = (url: string) => async (): Promise<ReadonlyArray<Call>> => {
  const slug = slugOf(url)
  return (await scene.control.calls()).filter(({ identifiers }) => identifiers["profilenet_slug"] === slug)
}

const books = async (): Promise<Books> => ({
  rows: await worker.rows(),
  calls: await scene.control.calls(),
  charges: await scene.control.charges(),
  cap: CAP
})

const look = (url: string): Promise<Lookup> => lookupOf(scene.extension, worker, url)

/**
 * The state that the popup would show. A click sent before the worker ended but not yet received starts the next
 * worker.
 */
const settledState = async ({ preview }: Lookup): Promise<string> => {
  for (;;) {
    const previewResult = await preview()
    if (previewResult === "stopped") return previewResult
    if (previewResult.state !== "busy") return previewResult.state
    await sleep(25)
  }
}

/** Reads popup, ledger and provider at one time: a click that is received in between shows in the popup. */
const settle = async (lookup: Lookup, url: string) => {
  for (;;) {
    const stateText = await settledState(lookup)
    const sentCount = (await callsOf(url)()).length
    const row = (await worker.rows()).find(({ keys }) => keys.some((key) => key.endsWith(`:${slugOf(url)}`)))
    if ((await settledState(lookup)) === stateText) return { said: stateText, sent: sentCount, row }
  }
}

/**
 * Ends everything at a moment of a lookup. Afterwards, the extension's state must agree with its ledger and with the
 * provider.
 */
const dies = async ({ name, die, afterwards }: Moment, end: () => Promise<void>): Promise<void> => {
  const url = stranger()
  const calls = callsOf(url)
  const before = await look(url)
  await die({ lookup: before, worker, control: scene.control, calls, chance, end })
  await scene.control.set({ latencyMs: 0 })

  const lookup = end === endWorker ? before : await look(url)
  const { said, sent, row } = await settle(lookup, url)
  expect(afterwards, name).toContainEqual([said, row?.state, sent])
  problems.push(`${said} (${row?.state ?? "no row"})`)

  const click = await lookup.enrich("charge")
  if (said === "unknownCharge") {
    expect(click).toMatchObject({ state: "failed", error: { guard: "unknownCharge", charged: "unknown" } })
    // The click sent nothing; a request that the ended worker had begun to send may arrive only now.
    const arrivals = await calls()
    expect(arrivals.filter(({ idempotencyKey }) => idempotencyKey !== row?.id)).toEqual([])
    if (chance() < 0.5) {
      expect(await lookup.enrich("chargeAgain")).toMatchObject({
        state: "match",
        charged: expect.any(Number) as number
      })
      expect(await calls()).toHaveLength(arrivals.length + 1)
    }
  } else {
    expect(click).toMatchObject(said === "cached" ? { state: "match", charged: 0 } : { state: "match" })
    expect(await calls()).toHaveLength(1)
  }
  expect(violations(await books()), name).toEqual([])
  await lookup.page.close()
}

/** Uses each moment equally often. */
const diesTimes = async (times: number, end: () => Promise<void>): Promise<void> => {
  for (let n = 0; n < times; n++) {
    const moment = moments[n % moments.length]
    if (moment !== undefined) await dies(moment, end)
  }
}

test(
  `the worker stops ${kills} times: nothing is requested again automatically, and the ledgers agree`,
  { timeout: 30_000 + 5_000 * kills },
  () => diesTimes(kills, endWorker)
)

test(`the browser is killed ${browserKills} times: the same`, { timeout: 30_000 + 30_000 * browserKills }, () =>
  diesTimes(browserKills, killBrowser)
)

test("a request that Chromium itself sends twice is charged once by a provider that honours idempotency keys", async () => {
  await scene.control.set({ idempotencyKeys: true })
  // Chromium repeats a request by itself only if it fails on an existing connection.
  await (await look(stranger())).enrich("charge")
  const url = stranger()
  const lookup = await look(url)
  await scene.control.queueFault("reset-after")
  expect(await lookup.enrich("charge")).toMatchObject({ state: "match" })
  const calls = await callsOf(url)()
  expect(calls.map(({ fault, charged }) => [fault, charged > 0])).toEqual([
    ["reset-after", true],
    [null, false]
  ])
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  expect(violations(await books())).toEqual([])
})

test("lost answers count against the cap, and the cap holds", async () => {
  const { rows, calls, charges } = await books()
  const spentCredits = rows.reduce(
    (sum, { charged, estimate, state: is }) => sum + (is === "settled" ? (charged ?? 0) : (estimate ?? 0)),
    0
  )
  const unknownCharges = unknownRows({ rows, calls })
  report(rows.length, unknownCharges, charges.total)
  expect(await worker.ask("spending", ACCOUNT)).toMatchObject({
    today: spentCredits,
    unknownCharges: { length: unknownCharges.filter(({ state: is }) => is === "unknown").length }
  })
  await connect(scene, { cap_day: String(spentCredits + 1) })
  const url = stranger()
  expect(await (await look(url)).enrich("charge")).toMatchObject({ state: "failed", error: { guard: "cap" } })
  expect(await callsOf(url)()).toEqual([])
})

/** A short summary, printed and written with every unknown row to `artifacts/spending`. */
const report = (rows: number, unknownCharges: ReturnType<typeof unknownRows>, charged: number): void => {
  const tally = [...new Set(problems)].map((what) => `${problems.filter((one) => one === what).length} ${what}`)
  const lines = [
    `seed ${seed}; worker ended ${kills} times, browser killed ${browserKills} times`,
    `afterwards: ${tally.join(", ")}`,
    `${rows} rows, ${charged} credits charged, ${unknownCharges.length} rows unknown or confirmed`,
    ...unknownCharges.map(
      (row) => `  ${row.id} ${row.state.padEnd(9)} provider charged ${row.chargedByProvider} ${row.keys.join(" ")}`
    )
  ]
  const folder = new URL("../../../../artifacts/spending/", import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL("extension.txt", folder), `${lines.join("\n")}\n`)
  process.stdout.write(`\nSpending, extension\n  ${lines.slice(0, 3).join("\n  ")}\n`)
}
