/**
 * A property's quota with two programs on one data directory. The simulated service does the counting and shares no
 * code with the client.
 */
import { startSandbox, type Call, type RunningSandbox } from "@inlay/analytics-sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { callAtOnce } from "../../testing/processes/callers.ts"
import { inlayJson } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
/** `pnpm test:full` uses 1,000. */
const REPORTS = Number(process.env["INLAY_REPORTS"] ?? 300)
/** The number of concurrent requests that the service allows for a property. */
const AT_ONCE = 10
const HOUR_MILLIS = 3_600_000
/** The longest duration of a test: the quota's windows end on the hour. */
const TEST_MILLIS = 60_000

let running: RunningSandbox | undefined
const sandbox = () => {
  if (running === undefined) throw new Error("the sandbox has not started")
  return running
}
beforeAll(async () => {
  running = await startSandbox()
})
afterAll(() => running?.close())

// oxlint-disable-next-line typescript/no-explicit-any -- the control API's own JSON, as a test reads it
const control = async (path: string, body?: object): Promise<any> => {
  const response = await fetch(sandbox().control + path, body && { method: "POST", body: JSON.stringify(body) })
  return response.json()
}

beforeEach(async () => {
  const remainingMillis = HOUR_MILLIS - (Date.now() % HOUR_MILLIS)
  if (remainingMillis < TEST_MILLIS) await new Promise((resolve) => setTimeout(resolve, remainingMillis + 100))
  await control("/reset", {})
}, 2 * TEST_MILLIS)

const PROPERTY = "properties/320101"
const input = { property: PROPERTY, metrics: ["sessions"], dimensions: ["country"], range: "7daysAgo..yesterday" }

/** Runs the reports in two programs, and returns their outcomes. */
const reports = async (count: number): Promise<ReadonlyArray<string>> => {
  const at = directory()
  const { INLAY_ANALYTICS_ACCESS_TOKEN: token, ...env } = sandbox().env
  const connected = await inlayJson(["connect", "analytics", "--kind", "token", "--data", at], { env, stdin: token })
  expect([connected.code, connected.stderr]).toEqual([0, ""])
  return callAtOnce(2, { directory: at, url: undefined }, count / 2, "analytics_run_reports", input)
}

const reportCalls = async (): Promise<ReadonlyArray<Call>> => {
  const { calls } = (await control("/calls")) as { readonly calls: ReadonlyArray<Call> }
  return calls.filter(({ operation }) => operation === "runReport")
}

const tokensOfTheHour = async (): Promise<number> => {
  const { properties } = await control("/quotas")
  const standing = properties.find(
    ({ property, category }: Readonly<Record<string, string>>) => property === PROPERTY && category === "core"
  )
  return standing.consumed.tokensPerHour
}

describe("two programs of one data directory", () => {
  it(`never have more than ten of ${REPORTS} reports under way, nor take more than the hour's tokens`, async () => {
    const limit = 40_000
    const remainingTokens = REPORTS * 0.8
    await control("/settings", { latencyMs: 20 })
    await control("/quotas", { property: PROPERTY, consumed: { tokensPerHour: limit - remainingTokens } })
    const outcomes = await reports(REPORTS)
    const calls = await reportCalls()
    const most = Math.max(...calls.map(({ underWay }) => underWay))
    expect([most, most <= AT_ONCE && most > AT_ONCE / 2]).toEqual([most, true])
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await tokensOfTheHour()).toBeLessThanOrEqual(limit)
    // Requests in progress when the last tokens were used are counted twice until their responses arrive.
    expect(await tokensOfTheHour()).toBeGreaterThan(limit - AT_ONCE)
    expect(outcomes).toHaveLength(REPORTS)
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(calls.length)
    const refused = outcomes.filter((outcome) => outcome !== "ok")
    for (const outcome of refused) {
      const [, seconds = "0"] = /^RateLimited in (\d+) s: .*tokens per hour.*narrower date range/.exec(outcome) ?? []
      expect([outcome, Number(seconds) > 0 && Number(seconds) <= 3600]).toEqual([outcome, true])
    }
  })

  it("send nothing more when the service has failed eight times, and say until when", async () => {
    await control("/faults", { fault: "server-error", operation: "runReport", times: 1000 })
    const outcomes = await reports(100)
    const calls = await reportCalls()
    expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 500))
    const kinds = outcomes.map((outcome) => /^(\w+)/.exec(outcome)?.[1])
    expect(kinds.filter((kind) => kind === "Unavailable")).toHaveLength(8)
    expect(kinds.filter((kind) => kind === "RateLimited")).toHaveLength(92)
    expect(outcomes.filter((outcome) => /^RateLimited in \d+ s: .*blocks the project/.test(outcome))).toHaveLength(92)
  })
})
