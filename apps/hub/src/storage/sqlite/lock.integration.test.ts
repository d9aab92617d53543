/**
 * While another program locks the database, nothing blocks, and every call ends in time and reports which file is
 * locked.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterEach, describe, expect, it } from "vitest"

import { inlay, inlayJson, main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { world } from "../../testing/world.ts"
import { databaseFile } from "../paths.ts"

const { sandbox, env, calls, reset } = world()
const program = fileURLToPath(new URL("../../testing/processes/lock-holder.ts", import.meta.url))
const STEP = "salesdata_people_enrichment"

const open: Array<() => Promise<unknown>> = []
afterEach(() => Promise.all(open.splice(0).map((close) => close())))

const hold = async (directory: string, kind: "write" | "whole", millis = 20_000) => {
  const child = spawn(process.execPath, [program, databaseFile(directory), kind, String(millis)])
  open.push(async () => {
    if (child.exitCode === null && child.kill()) await once(child, "exit")
  })
  await once(child.stdout, "data")
}

const person = (n = 0) => sandbox().examples[STEP]?.match[n] as Record<string, unknown>

/**
 * A call waits some seconds for the database by default. An event loop that waited too would answer one or two pings.
 */
const PINGS = 20

const HELD = /another program holds the database .*inlay\.db/i

describe("while another program holds the database", () => {
  it("inlay mcp answers pings, and a paid call fails within its statement's limit, unsent", async () => {
    const here = env()
    const client = new Client({ name: "test", version: "1.0.0" })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: environment(here) })
    )
    open.push(() => client.close())
    await client.callTool({ name: STEP, arguments: person() })
    await reset()
    await hold(here["INLAY_DATA"] ?? "", "write")
    const state = { isOver: false }
    const call = client
      .callTool({ name: STEP, arguments: { email: "somebody.else@acme.example" } })
      .finally(() => (state.isOver = true))
    // A cached answer does not wait for the lock, but the audit row of its call does.
    const again = client.callTool({ name: STEP, arguments: person() })
    let pings = 0
    while (!state.isOver) {
      await client.ping()
      pings++
      await sleep(20)
    }
    const answer = await again
    expect([answer.isError ?? false, answer.structuredContent]).toMatchObject([false, { fromCache: true }])
    const failure = await call
    expect(failure.isError).toBe(true)
    expect(JSON.stringify(failure.structuredContent)).toMatch(HELD)
    expect(await calls()).toEqual([])
    expect(pings).toBeGreaterThan(PINGS)
  })

  it.each(["write", "whole"] as const)("inlay run --timeout 1 ends before one without it: %s", async (kind) => {
    const here = env()
    expect((await inlay(["run", STEP, "--input", JSON.stringify(person())], { env: here })).code).toBe(0)
    await reset()
    await hold(here["INLAY_DATA"] ?? "", kind)
    const endOrder: Array<"unhurried" | "hurried"> = []
    const run = async (email: string, how: (typeof endOrder)[number], ...options: ReadonlyArray<string>) => {
      const args = ["run", STEP, "--input", JSON.stringify({ email }), ...options]
      const { code, json } = await inlayJson<ErrorDocument>(args, { env: here })
      endOrder.push(how)
      expect([code, json.error.message]).toEqual([1, expect.stringMatching(HELD)])
      expect(json.error.fix).toMatch(/close|end/i)
    }
    await Promise.all([run("one@acme.example", "unhurried"), run("other@acme.example", "hurried", "--timeout", "1")])
    expect(endOrder).toEqual(["hurried", "unhurried"])
    expect(await calls()).toEqual([])
  })

  it("a command that opens the directory ends before the lock does, within the statement's limit", async () => {
    const here = env()
    await inlay(["charges", "--data", here["INLAY_DATA"] ?? ""], { env: here })
    await inlay(["run", STEP, "--input", JSON.stringify(person())], { env: here })
    await hold(here["INLAY_DATA"] ?? "", "whole")
    const { code, json } = await inlayJson<ErrorDocument>(["charges"], { env: here })
    expect([code, json.error.message]).toEqual([1, expect.stringMatching(HELD)])
  })

  it("a lock that ends in time costs nothing but the wait", async () => {
    const here = env()
    await inlay(["run", STEP, "--input", JSON.stringify(person())], { env: here })
    await hold(here["INLAY_DATA"] ?? "", "whole", 2_500)
    const { code, json } = await inlayJson(["run", STEP, "--input", JSON.stringify(person())], { env: here })
    expect([code, json]).toMatchObject([0, { match: true }])
  })
})
