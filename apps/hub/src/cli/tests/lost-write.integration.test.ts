/**
 * A change whose response is lost, or that is stopped midway: it may have been made, and no message advises to repeat
 * it.
 */
import { spawn, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { inlay, main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { commandJson } from "../../testing/threads/command.ts"

const directory = temporaryDirectories()
const STEP = "codehost_create_issue"
const INPUT = { owner: "acme", repo: "widgets", title: "Broken" }
const RUN = ["run", STEP, "--input", JSON.stringify(INPUT)]

type Fault = (request: IncomingMessage, response: ServerResponse) => void

/** Faults of the service, or of a proxy before it, after the work is done. */
const faults: Readonly<Record<string, Fault>> = {
  "the connection is reset": (request) => request.socket.resetAndDestroy(),
  "the answer ends in its middle": (request, response) => {
    response.writeHead(201, { "content-type": "application/json", "content-length": "1000" })
    response.write('{"number":', () => request.socket.destroy())
  },
  "a gateway answers 502": (_, response) => void response.writeHead(502, { "content-type": "text/html" }).end("<h1>"),
  "a gateway answers 504": (_, response) => void response.writeHead(504).end(),
  "the answer is no JSON": (_, response) =>
    void response.writeHead(201, { "content-type": "application/json" }).end("done"),
  "no answer comes": () => undefined
}

let server: Server
let fault: Fault = () => undefined
let writes = 0
let arrival = Promise.withResolvers<void>()
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (request.method === "GET")
        return void response.writeHead(404, { "content-type": "application/json" }).end("{}")
      writes += 1
      arrival.resolve()
      fault(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
beforeEach(() => {
  writes = 0
  arrival = Promise.withResolvers()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const env = () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    INLAY_DATA: directory(),
    INLAY_CODEHOST_BASE_URL: origin,
    INLAY_CODEHOST_TOKEN: "not-a-secret",
    INLAY_SALESDATA_BASE_URL: origin,
    INLAY_SALESDATA_API_KEY: "not-a-secret"
  }
}

const MAY_BE_DONE = /may have been carried out: .+ before you repeat it/
const ADVISED = /(?:try|run it|ask) again/i

describe.each(Object.entries(faults))("%s", (name, faultName) => {
  // Long enough that a busy machine has sent it before the end.
  const time = name === "no answer comes" ? ["--timeout", "5"] : []
  beforeEach(() => {
    fault = faultName
  })

  it("by the command, for people and for programs", async () => {
    const [report, { code, json }] = await Promise.all([
      inlay([...RUN, ...time], { env: env() }),
      commandJson<ErrorDocument>([...RUN, ...time], { env: env() })
    ])
    expect([report.code, code]).toEqual([1, 1])
    expect(report.stderr.replaceAll(/\s+/g, " ")).toMatch(MAY_BE_DONE)
    expect(json.error).toMatchObject({ outcome: "unknown", fix: expect.stringMatching(MAY_BE_DONE) })
    expect(report.stderr + json.error.message).not.toMatch(ADVISED)
    expect(writes).toBe(2)
  })
})

it("over MCP: in the text, and in the structured content", async () => {
  fault = faults["the connection is reset"] ?? fault
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: environment(env()) })
  )
  const result = CallToolResultSchema.parse(await client.callTool({ name: STEP, arguments: INPUT }))
  await client.close()
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(MAY_BE_DONE) }],
    structuredContent: { error: { outcome: "unknown", fix: expect.stringMatching(MAY_BE_DONE) } }
  })
  expect(writes).toBe(1)
})

describe("stopped by a signal", () => {
  /** Stops the program after the service has done the write, while the response is pending. */
  const stop = async (args: ReadonlyArray<string>, signal: NodeJS.Signals = "SIGINT") => {
    fault = () => undefined
    const child: ChildProcess = spawn(process.execPath, [main, ...args], { env: environment(env()) })
    let stdout = ""
    let stderr = ""
    child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()))
    await arrival.promise
    child.kill(signal)
    const [code] = (await once(child, "close")) as [number | null]
    return { code, stdout, stderr }
  }

  it("in the middle of a change: it may have been made", async () => {
    const { code, stdout, stderr } = await stop(RUN)
    expect([code, stdout]).toEqual([130, ""])
    const text = stderr.replaceAll(/\s+/g, " ")
    expect(text).toMatch(/^Interrupted: Stopped before the answer came\. /)
    expect(text).toMatch(MAY_BE_DONE)
  })

  it.each(["SIGINT", "SIGTERM"] as const)("for programs, in one document: %s", async (signal) => {
    const { code, stdout, stderr } = await stop([...RUN, "--json"], signal)
    expect([code, stderr]).toEqual([130, ""])
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        reason: "Interrupted",
        provider: "codehost",
        outcome: "unknown",
        fix: expect.stringMatching(MAY_BE_DONE)
      }
    })
  })

  it("in the middle of a paid lookup: it may have been charged, and the ledger lists it", async () => {
    const lookup = ["run", "salesdata_people_enrichment", "--input", '{"email":"jane@acme.example"}', "--json"]
    const { code, stdout } = await stop(lookup)
    expect(code).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({
      error: { charged: "unknown", fix: expect.stringMatching(/inlay charges/) }
    })
  })

  it("before anything was sent: nothing may have been done", async () => {
    const child = spawn(process.execPath, [main, "run", STEP, "--input", "-", "--json"], { env: environment(env()) })
    let stdout = ""
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()))
    // More than a pipe holds: once it is written, the program is reading its input, which does not end.
    await new Promise<void>((resolve) => child.stdin.write(`{${" ".repeat(1_000_000)}`, () => resolve()))
    child.kill("SIGINT")
    await once(child, "close")
    expect(JSON.parse(stdout)).toMatchObject({ error: { reason: "Interrupted" } })
    expect(stdout).not.toMatch(/outcome/)
    expect(writes).toBe(0)
  })
})
