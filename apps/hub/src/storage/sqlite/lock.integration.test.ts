/** Another program holds the database: nothing blocks, every call ends in its own time, and says who is in the way. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterEach, describe, expect, it } from "vitest"

import { inlay, inlayJson, main, surroundings, type ErrorDocument } from "../../testing/processes/command.ts"
import { world } from "../../testing/world.ts"
import { databaseFile } from "../DataDirectory.ts"

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
const timed = async <A>(work: Promise<A>): Promise<readonly [A, number]> => {
  const started = performance.now()
  return [await work, performance.now() - started]
}

const HELD = /another program holds the database .*inlay\.db/i

describe("while another program holds the database", () => {
  it("inlay mcp answers pings, and a paid call fails within its statement's limit, unsent", async () => {
    const here = env()
    const client = new Client({ name: "test", version: "1.0.0" })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: surroundings(here) })
    )
    open.push(() => client.close())
    await client.callTool({ name: STEP, arguments: person() })
    await reset()
    await hold(here["INLAY_DATA"] ?? "", "write")
    const state = { isOver: false }
    const call = timed(client.callTool({ name: STEP, arguments: { email: "somebody.else@acme.example" } })).finally(
      () => (state.isOver = true)
    )
    const pings: Array<number> = []
    while (!state.isOver) {
      pings.push((await timed(client.ping()))[1])
      // What was bought before is answered beside the wait.
      if (pings.length === 5) {
        const [kept, millis] = await timed(client.callTool({ name: STEP, arguments: person() }))
        expect([kept.isError ?? false, kept.structuredContent]).toMatchObject([false, { fromCache: true }])
        // The audit row of the call waits for the database too.
        expect(millis).toBeLessThan(7_000)
      }
      await sleep(20)
    }
    const [failed, millis] = await call
    expect(failed.isError).toBe(true)
    expect(JSON.stringify(failed.structuredContent)).toMatch(HELD)
    expect(millis).toBeLessThan(12_000)
    expect(await calls()).toEqual([])
    const sorted = pings.sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(100)
    expect(sorted.at(-1)).toBeLessThan(1_000)
  })

  it.each(["write", "whole"] as const)("inlay run --timeout 2 ends in time: %s", async (kind) => {
    const here = env()
    const args = ["run", STEP, "--input", JSON.stringify(person()), "--timeout", "2"]
    expect((await inlay(args, { env: here })).code).toBe(0)
    // What the program's start and end take on this machine just now.
    const [, start] = await timed(inlay(args, { env: here }))
    await reset()
    await hold(here["INLAY_DATA"] ?? "", kind)
    const [{ code, json }, millis] = await timed(
      inlayJson<ErrorDocument>(["run", STEP, "--input", `{"email":"other@acme.example"}`, "--timeout", "2"], {
        env: here
      })
    )
    expect([code, json.error.message]).toEqual([1, expect.stringMatching(HELD)])
    expect(json.error.fix).toMatch(/close|end/i)
    expect(millis - start).toBeLessThan(2_500)
    expect(await calls()).toEqual([])
  })

  it("a command that opens the directory ends within the statement's limit", async () => {
    const here = env()
    await inlay(["charges", "--data", here["INLAY_DATA"] ?? ""], { env: here })
    await inlay(["run", STEP, "--input", JSON.stringify(person())], { env: here })
    await hold(here["INLAY_DATA"] ?? "", "whole")
    const [{ code, json }, millis] = await timed(inlayJson<ErrorDocument>(["charges"], { env: here }))
    expect([code, json.error.message]).toEqual([1, expect.stringMatching(HELD)])
    expect(millis).toBeLessThan(9_000)
  })

  it("a lock that ends in time costs nothing but the wait", async () => {
    const here = env()
    await inlay(["run", STEP, "--input", JSON.stringify(person())], { env: here })
    await hold(here["INLAY_DATA"] ?? "", "whole", 2_500)
    const { code, json } = await inlayJson(["run", STEP, "--input", JSON.stringify(person())], { env: here })
    expect([code, json]).toMatchObject([0, { match: true }])
  })
})
