/**
 * The command with a provider of the test's own: a full disk, prices that are too low, one key under two names,
 * misspelt caps.
 */
import { spawn } from "node:child_process"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

const PEOPLE = "salesdata_people_enrichment"
const KILOBYTES = 512

interface Outcome extends ErrorDocument {
  readonly match?: boolean
  readonly uncached?: string
  readonly notice?: string
  readonly credits?: { readonly charged: number }
}

interface Asked {
  readonly email?: string
  readonly profilenet_slug?: string
}

interface Checkup {
  readonly ok: boolean
  readonly accounts: ReadonlyArray<{
    readonly spentToday: number
    readonly problems: ReadonlyArray<{ readonly what: string; readonly fix: string }>
  }>
  readonly problems: ReadonlyArray<{ readonly what: string; readonly fix: string }>
}

const directory = temporaryDirectories()
let server: Server
let address = ""
let calls = 0
let charged = 2
let about = ""

beforeAll(async () => {
  server = createServer((req, res) => {
    let text = ""
    req.on("data", (chunk: Buffer) => (text += chunk.toString()))
    req.on("end", () => {
      const { email, profilenet_slug: slug } = JSON.parse(text || "{}") as Asked
      const isPerson = req.url === "/enrich/person" && (slug !== undefined || email?.endsWith(".invalid") === false)
      res.writeHead(isPerson ? 200 : 404, { "content-type": "application/json" })
      if (isPerson) calls += 1
      const person =
        slug === undefined
          ? { full_name: "Ann Lee", emails: [{ address: email }], about }
          : { full_name: "Bob Tan", profile_url: "https://www.linkedin.com/in/bob-tan", job_title: "Chef" }
      res.end(
        JSON.stringify(
          isPerson
            ? { person, credits: { charged } }
            : req.url === "/enrich/person"
              ? { error: `no person found for ${email}` }
              : { error: "route not found" }
        )
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  calls = 0
  charged = 2
  about = ""
})

const account = (more: Readonly<Record<string, string>> = {}) => ({
  INLAY_SALESDATA_BASE_URL: address,
  INLAY_SALESDATA_API_KEY: "sk_live_0123456789",
  INLAY_SALESDATA_CREDITS_FIELD: "credits.charged",
  INLAY_DATA: directory(),
  ...more
})

const lookUp = (env: Readonly<Record<string, string>>, email: string, ...more: ReadonlyArray<string>) =>
  commandJson<Outcome>(["run", PEOPLE, "--input", JSON.stringify({ email }), ...more], { env })

describe("a disk that is too full for the answer", () => {
  /** Runs in a process with a file size limit, which SQLite treats like a full disk. */
  const onFullDisk = (env: Readonly<Record<string, string>>, email: string, ...more: ReadonlyArray<string>) =>
    new Promise<Outcome>((resolve, reject) => {
      const args = [main, "run", PEOPLE, "--json", "--input", JSON.stringify({ email }), ...more]
      const limitedShell = `trap '' XFSZ; ulimit -f ${2 * KILOBYTES}; exec "$0" "$@"`
      const child = spawn("/bin/sh", ["-c", limitedShell, process.execPath, ...args], { env: environment(env) })
      let stdout = ""
      child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
      child.on("error", reject)
      child.on("close", () => resolve(JSON.parse(stdout) as Outcome))
    })

  it("is charged once in three calls; the fourth is paid because somebody said so", async () => {
    about = "x".repeat(1024 * KILOBYTES)
    const here = account()
    const first = await onFullDisk(here, "ann@acme.example")
    expect(first).toMatchObject({ match: true, uncached: "store", credits: { charged: 2 } })
    expect(first.notice).toMatch(/could not be saved.*costs again/)
    for (let n = 0; n < 2; n++) {
      const { error } = await onFullDisk(here, "ann@acme.example")
      expect(error).toMatchObject({ reason: "Refused", guard: "uncached" })
      expect(error.message).toMatch(/bought at .* for 2 credits, and its answer could not be kept/)
      expect(error.fix).toMatch(/--unknown-charge ask_again/)
    }
    expect(calls).toBe(1)
    const again = await onFullDisk(here, "ann@acme.example", "--unknown-charge", "ask_again")
    expect([again.match, calls]).toEqual([true, 2])
    const { json } = await commandJson<Checkup>(["doctor"], { env: here })
    expect(json.accounts[0]?.spentToday).toBe(4)
  }, 60_000)
})

describe("a price that the provider contradicts", () => {
  it("is reported by the output and by doctor, until the account's price is right", async () => {
    charged = 7
    const here = account({ INLAY_SALESDATA_CAP_DAY: "10" })
    const { json: first } = await lookUp(here, "ann@acme.example")
    expect(first.notice).toMatch(/charged 7 credits, and the account's price is 2/)
    const { json: second } = await lookUp(here, "bob@acme.example")
    expect(second.match).toBe(true)
    // 14 of 10 credits are spent: by the price, two were left, and the provider charged seven.
    const { json: third } = await lookUp(here, "eve@acme.example")
    expect([third.error.guard, calls]).toEqual(["cap", 2])
    const { code, json } = await commandJson<Checkup>(["doctor"], { env: here })
    expect([code, json.accounts[0]?.problems]).toEqual([
      1,
      [
        {
          what: expect.stringMatching(
            /charged 7 credits for enrichPerson at .*, but the account's price is 2: caps count/
          ),
          fix: "Set INLAY_SALESDATA_PRICE_PERSON to 7 or more."
        }
      ]
    ])
    const right = await commandJson<Checkup>(["doctor"], { env: { ...here, INLAY_SALESDATA_PRICE_PERSON: "7" } })
    expect([right.code, right.json.accounts[0]?.problems]).toEqual([0, []])
  })
})

describe("one key under two names", () => {
  it("has one cap, and doctor shows each what both have spent", async () => {
    const here = account({ INLAY_SALESDATA_CAP_DAY: "3" })
    const { INLAY_SALESDATA_API_KEY: key, INLAY_SALESDATA_BASE_URL: base, INLAY_DATA } = here
    const connecting = ["connect", "salesdata", "--name", "second", "--no-check", "--set", `base_url=${base}/`]
    const connection = await command([...connecting, "--set", "cap_day=3"], { env: { INLAY_DATA }, stdin: key })
    expect([connection.code, connection.stderr]).toEqual([0, ""])
    await lookUp(here, "ann@acme.example", "--account", "env")
    const { json } = await lookUp(here, "bob@acme.example", "--account", "second")
    expect([json.error.guard, calls]).toEqual(["cap", 1])
    const checkup = await commandJson<Checkup>(["doctor"], { env: here })
    expect(checkup.json.accounts.map(({ spentToday }) => spentToday)).toEqual([2, 2])
  })
})

describe("an answer about somebody else, over MCP", () => {
  it("is bought once: the agent is told to ask its user before it is paid for again", async () => {
    const client = new Client({ name: "test", version: "1.0.0" })
    const env = environment(account())
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env }))
    const call = async (more: object = {}) =>
      CallToolResultSchema.parse(
        await client.callTool({ name: PEOPLE, arguments: { profilenet_slug: "ann-lee", ...more } })
      )
    expect((await call()).structuredContent).toMatchObject({
      record: { name: "Bob Tan" },
      uncached: "contradicted",
      notice: expect.stringMatching(/about somebody else.*costs again/)
    })
    const refusal = await call()
    const words = refusal.content.map((part) => (part.type === "text" ? part.text : "")).join("")
    expect(words).toMatch(
      /^Refused: .*for 2 credits, and its answer was about somebody else.*Ask the user.*"ask_again"/
    )
    expect([refusal.isError, calls]).toEqual([true, 1])
    await call({ unknown_charge: "ask_again" })
    await client.close()
    expect(calls).toBe(2)
  })
})

describe("an unknown variable", () => {
  const misspelt = { INLAY_SALESDATA_CAPDAY: "1", INLAY_SALESDATA_PRICES: "" }

  it.each([
    ["run", ["run", PEOPLE, "--input", '{"email":"ann@acme.example"}']],
    ["mcp", ["mcp"]],
    ["accounts", ["accounts"]],
    ["connect", ["connect", "salesdata"]],
    ["charges", ["charges"]]
  ])("keeps %s from doing anything, and the error suggests the nearest name", async (_, args) => {
    const { code, json } = await commandJson<ErrorDocument>(args, { env: account(misspelt) })
    expect([code, calls]).toEqual([1, 0])
    expect(json.error).toMatchObject({ reason: "Invalid", fields: [{ field: "INLAY_SALESDATA_CAPDAY" }] })
    expect(json.error.message).toBe(
      "INLAY_SALESDATA_CAPDAY is not known to inlay; the nearest known name: INLAY_SALESDATA_CAP_DAY. Nothing was sent. Correct the name of the variable, or unset it."
    )
  })

  it("is one of doctor's problems", async () => {
    const { code, json } = await commandJson<Checkup>(["doctor"], { env: account(misspelt) })
    expect([code, json.problems.map(({ what }) => what)]).toEqual([
      1,
      ["INLAY_SALESDATA_CAPDAY is not known to inlay; the nearest known name: INLAY_SALESDATA_CAP_DAY."]
    ])
    expect((await command(["doctor"], { env: account(misspelt) })).stdout).toMatch(/Environment[^]*CAPDAY/)
  })
})
