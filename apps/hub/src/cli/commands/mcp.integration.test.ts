/** `inlay mcp` with the official client over standard input and output. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { plugins } from "../../plugins.gen.ts"
import { inlay, main, environment } from "../../testing/processes/command.ts"
import { world } from "../../testing/world.ts"

const { sandbox, env, directory } = world()

const connect = async (args: ReadonlyArray<string>, variables: Record<string, string>) => {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "mcp", ...args], env: environment(variables) })
  )
  return client
}

/** The steps of the plugin whose account is connected. */
const STEPS = [
  "salesdata_api_call",
  "salesdata_company_enrichment",
  "salesdata_people_enrichment",
  "salesdata_people_search"
]

describe("inlay mcp", () => {
  let client: Client
  beforeAll(async () => {
    client = await connect([], env())
  })
  afterAll(() => client.close())

  const call = async (name: string, input: unknown) =>
    CallToolResultSchema.parse(
      await client.callTool({ name, arguments: input as Record<string, unknown> }, CallToolResultSchema)
    )
  const textOf = ({ content }: Awaited<ReturnType<typeof call>>) =>
    content.map((part) => (part.type === "text" ? part.text : "")).join("")

  it("lists the steps of what is connected, small: no output schemas, and only hints that say something", async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(STEPS)
    for (const tool of tools) {
      expect(tool.outputSchema).toBeUndefined()
      expect(tool.inputSchema.properties?.["account"]).toEqual({ type: "string", enum: ["env"] })
      for (const [hint, value] of Object.entries(tool.annotations ?? {})) {
        expect([hint, value]).not.toEqual([
          hint,
          { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }[hint]
        ])
      }
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
    expect(hints).toMatchObject({
      salesdata_people_search: { destructiveHint: false },
      salesdata_api_call: { destructiveHint: false }
    })
  })

  it("takes at most 140 o200k tokens a tool on average, every plugin connected", async () => {
    const all = await connect(
      [],
      env({ INLAY_ANALYTICS_ACCESS_TOKEN: "not-a-secret", INLAY_CODEHOST_TOKEN: "not-a-secret" })
    )
    const { tools } = await all.listTools()
    await all.close()
    expect(tools).toHaveLength(plugins.flatMap(({ toolSteps }) => toolSteps).length)
    expect(encode(JSON.stringify(tools)).length / tools.length).toBeLessThanOrEqual(140)
    const analytics = tools.filter(({ name }) => name.startsWith("analytics_"))
    expect(encode(JSON.stringify(analytics)).length).toBeLessThanOrEqual(1500)
  })

  it("lists every step if nothing is connected, and a call says how to connect", async () => {
    const none = await connect([], { INLAY_DATA: directory() })
    const { tools } = await none.listTools()
    expect(tools).toHaveLength(plugins.flatMap(({ toolSteps }) => toolSteps).length)
    const result = await none.callTool({ name: "codehost_star_repo", arguments: { owner: "acme", repo: "widgets" } })
    await none.close()
    expect(JSON.stringify(result.content)).toMatch(/Unauthorized: .*INLAY_CODEHOST_TOKEN/)
  })

  // Gemini CLI passes variables on, except those whose names look like secrets.
  it("names the variable that did not reach it", async () => {
    const keyless = await connect([], env({ INLAY_SALESDATA_API_KEY: "" }))
    const result = await keyless.callTool({
      name: "salesdata_people_enrichment",
      arguments: sandbox().examples["salesdata_people_enrichment"]!.match[0]
    })
    await keyless.close()
    expect(result.content).toEqual([
      {
        type: "text",
        text: "Unauthorized: The account env has no API key. Nothing was sent. Set INLAY_SALESDATA_API_KEY."
      }
    ])
  })

  it("answers each step with structured content, and its text as the same JSON", async () => {
    for (const step of STEPS) {
      const result = await call(step, sandbox().examples[step]?.match[0])
      expect([step, result.isError ?? false]).toEqual([step, false])
      expect(result.structuredContent).toBeDefined()
      expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
    }
    const again = await call("salesdata_people_enrichment", sandbox().examples["salesdata_people_enrichment"]?.match[0])
    expect(again.structuredContent).toMatchObject({ fromCache: true, credits: { charged: 0 } })
  })

  it.each([
    ["malformed input", "salesdata_company_enrichment", { abn: "51824753557" }, "Invalid", /checksum/],
    ["no identifier", "salesdata_people_enrichment", {}, "Invalid", /no identifier/],
    [
      "an unknown account",
      "salesdata_people_enrichment",
      { email: "a@b.example", account: "work" },
      "NotFound",
      /Name one of: env/
    ],
    ["an absolute endpoint", "salesdata_api_call", { method: "GET", endpoint: "https://evil.example" }, "Refused", /./]
  ])("fails with the reason and the next step: %s", async (_, step, input, reason, says) => {
    const result = await call(step, input)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(new RegExp(`^${reason}: `))
    expect(textOf(result)).toMatch(says)
    expect(result.structuredContent).toMatchObject({ error: { reason, fix: expect.stringMatching(/\w/) } })
  })

  it("refuses an unknown tool", async () => {
    await expect(client.callTool({ name: "salesdata_people", arguments: {} })).rejects.toThrow(/salesdata_people/)
  })
})

describe("inlay mcp --output-schemas", () => {
  it("lists them, and every answer fits its own, also one that is cut to its limit", async () => {
    const client = await connect(["--output-schemas"], env())
    const { tools } = await client.listTools()
    for (const tool of tools) expect(tool.outputSchema?.type).toBe("object")
    // The client validates structured content against the schemas that it listed.
    for (const step of STEPS) {
      const input = sandbox().examples[step]?.match[0]
      for (const limit of [{}, { max_kb: 1 }]) {
        const result = await client.callTool({ name: step, arguments: { ...input, ...limit } })
        expect([step, result.isError ?? false]).toEqual([step, false])
      }
    }
    const failure = await client.callTool({ name: "salesdata_people_enrichment", arguments: {} })
    expect(failure.isError).toBe(true)
    await client.close()
  })
})

describe("the process", () => {
  const start = (variables: Record<string, string>) => {
    const child = spawn(process.execPath, [main, "mcp"], { env: environment(variables) })
    let stderr = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } }
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: hello })}\n`)
    return { child, answered: once(child.stdout, "data"), exited: once(child, "exit"), stderr: () => stderr }
  }

  it.each(["SIGTERM", "SIGINT"] as const)("ends well on %s", async (signal) => {
    const { child, answered, exited, stderr } = start(env())
    await answered
    child.kill(signal)
    expect(await exited).toEqual([0, null])
    expect(stderr()).toBe("")
  })

  it("ends well when its input ends", async () => {
    const { child, answered, exited, stderr } = start(env())
    await answered
    child.stdin.end()
    expect(await exited).toEqual([0, null])
    expect(stderr()).toBe("")
  })

  const callAndEnd = async (capabilities: object) => {
    const clientInfo = { name: "t", version: "1" }
    const call = {
      name: "salesdata_people_enrichment",
      arguments: sandbox().examples["salesdata_people_enrichment"]!.match[0]
    }
    const messages = [
      { id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities, clientInfo } },
      { id: 2, method: "tools/call", params: call }
    ]
    const stdin = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("")
    const startMillis = performance.now()
    const { code, stdout } = await inlay(["mcp"], { env: env(), stdin })
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    return { code, answers, millis: performance.now() - startMillis }
  }

  it("answers the calls in progress when its input ends, as when a script pipes them in", async () => {
    const { code, answers } = await callAndEnd({})
    expect(code).toBe(0)
    expect(answers).toMatchObject([{ id: 1 }, { id: 2, result: { structuredContent: { match: true } } }])
  })

  it("does not wait for a user who cannot answer any more when its input has ended", async () => {
    const { code, answers, millis } = await callAndEnd({ elicitation: {} })
    expect(code).toBe(0)
    expect(answers.at(-1)).toMatchObject({ id: 2, result: { isError: true } })
    expect(millis).toBeLessThan(9_000)
  })

  it("says on standard error that its data directory cannot be used, and exits 1", async () => {
    const file = join(directory(), "file")
    writeFileSync(file, "")
    const { code, stdout, stderr } = await inlay(["mcp"], { env: env({ INLAY_DATA: join(file, "below") }) })
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^Refused: The data directory [^]*--data\s+DIR\s+or\s+INLAY_DATA/)
  })
})
