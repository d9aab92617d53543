/** `inlay mcp` before a paid call: clients of both generations ask their user over standard input and output. */
import { Client as NewClient } from "@modelcontextprotocol/client"
import { StdioClientTransport as NewTransport } from "@modelcontextprotocol/client/stdio"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterEach, describe, expect, it } from "vitest"

import { main, environment } from "../../testing/processes/command.ts"
import { world } from "../../testing/world.ts"

const { sandbox, env, reset, calls, control } = world()

const open: Array<{ readonly close: () => Promise<void> }> = []
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())))

interface Reply {
  readonly action: "accept" | "decline" | "cancel"
  readonly content?: Record<string, string>
}

type Answering = (message: string) => Reply

const info = { name: "test", version: "1.0.0" }
const capabilities = { elicitation: { form: {} } }
const process_ = (variables: Record<string, string>) => ({
  command: process.execPath,
  args: [main, "mcp"],
  env: environment(variables)
})

const connectOld = async (variables: Record<string, string>, answer: Answering) => {
  const client = new OldClient(info, { capabilities })
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ ...answer(params.message) }))
  await client.connect(new OldTransport(process_(variables)))
  open.push(client)
  return client
}

const connectNew = async (variables: Record<string, string>, answer: Answering) => {
  const client = new NewClient(info, { capabilities, versionNegotiation: { mode: "auto" } })
  client.setRequestHandler("elicitation/create", ({ params }) => Promise.resolve({ ...answer(params.message) }))
  await client.connect(new NewTransport(process_(variables)))
  open.push(client)
  return client
}

const person = () => ({
  name: "salesdata_people_enrichment",
  arguments: sandbox().examples["salesdata_people_enrichment"]?.match[0] as Record<string, unknown>
})

describe.each([
  ["of 2025", connectOld],
  ["of 2026", connectNew]
] as const)("a client %s", (_, connect) => {
  it("asks, spends nothing if the user declines, and runs if the user agrees", async () => {
    await reset()
    const questions: Array<string> = []
    const replies: Array<Reply> = [{ action: "decline" }, { action: "cancel" }, { action: "accept", content: {} }]
    const client = await connect(env({ INLAY_SALESDATA_CAP_DAY: "50" }), (message) => {
      questions.push(message)
      return replies.shift() ?? { action: "cancel" }
    })
    expect((await client.callTool(person())).isError).toBe(true)
    expect((await client.callTool(person())).isError).toBe(true)
    expect(await calls()).toEqual([])
    const result = await client.callTool(person())
    expect(result.structuredContent).toMatchObject({ match: true, credits: { charged: 2 } })
    expect(questions).toEqual(
      Array(3).fill(
        `Run People Enrichment with profilenet_url “${String(person().arguments["profilenet_url"])}”? It costs up to 2 credits of salesdata/env. 50 of 50 credits a day are left.`
      )
    )
  })

  it("asks how to settle an unknown charge, and acts on the answer", async () => {
    await reset()
    const questions: Array<string> = []
    const client = await connect(env(), (message) => {
      questions.push(message)
      return { action: "accept", content: questions.length === 2 ? { unknown_charge: "not_charged" } : {} }
    })
    await control("POST", "/faults", { fault: "reset-after", times: 1 })
    const lost = await client.callTool(person())
    expect(JSON.stringify(lost.content)).toMatch(/Transport: /)
    const result = await client.callTool(person())
    expect(questions[1]).toMatch(
      /response was lost, so the charge is unknown.*It costs up to 2 credits of salesdata\/env\. The account has no cap\./
    )
    expect(result.structuredContent).toMatchObject({ match: true })
  })
})

it("takes the question back if its call is cancelled, and buys nothing although the user agrees", async () => {
  await reset()
  const client = await connectOld(env(), () => ({ action: "decline" }))
  const cancelling = new AbortController()
  const takenBack = Promise.withResolvers<string>()
  client.setRequestHandler(ElicitRequestSchema, async (_, { signal }) => {
    signal.addEventListener("abort", () => takenBack.resolve("taken back"))
    cancelling.abort()
    await takenBack.promise
    return { action: "accept", content: {} }
  })
  await expect(client.callTool(person(), undefined, { signal: cancelling.signal })).rejects.toThrow()
  expect(await takenBack.promise).toBe("taken back")
  await client.ping()
  expect(await calls()).toEqual([])
})
