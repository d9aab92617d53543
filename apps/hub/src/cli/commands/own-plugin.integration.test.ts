/**
 * A user's own plugin: the tutorial as it is written, by the command and by an agent; and files that are not plugins.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath, pathToFileURL } from "node:url"

import { serve } from "@inlay/agent-plugin/serve"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { inlay, main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

const hubFolder = fileURLToPath(new URL("../../..", import.meta.url))
const tutorial = readFileSync(new URL("../../../../../docs/your-own-plugin.md", import.meta.url), "utf8")
const [, parcels = ""] = /```js\n([\s\S]*?)```/.exec(tutorial) ?? []
const [, track = ""] = /^ {4}inlay (run parcels_track .*)$/m.exec(tutorial) ?? []

const [, ownMain = ""] = /```ts\n#!.*\n([\s\S]*?)```/.exec(tutorial) ?? []

const requests: Array<Pick<IncomingMessage, "url" | "headers">> = []
const service = createServer(({ url, headers }, response) => {
  requests.push({ url, headers })
  const isKnown = url?.endsWith("AB-1234") === true
  response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" })
  response.end(JSON.stringify(isKnown ? { place: "Hobart", at: "2026-11-22T08:00:00Z" } : {}))
})
const folder = mkdtempSync(join(tmpdir(), "inlay-own-plugin-"))
const file = join(folder, "parcels.js")
let env: Record<string, string>

beforeAll(async () => {
  writeFileSync(join(folder, "package.json"), `{"type":"module"}`)
  writeFileSync(file, parcels)
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening))
  const { port } = service.address() as AddressInfo
  env = {
    PARCELS_KEY: "key-of-the-parcels",
    PARCELS_BASE_URL: `http://127.0.0.1:${port}/v1`,
    INLAY_DATA: join(folder, "data")
  }
})
afterAll(() => {
  service.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => void requests.splice(0))

/** The words of the tutorial's command, with the actual path of the file. */
const words = (text: string) => text.replace("./parcels.js", file).split(" ")

describe("the tutorial", () => {
  it("finds the step and runs it", async () => {
    const { stdout } = await command(["tools", "track", "--plugin", file], { env })
    expect((await command(["run", "--plugin", file, "parcels_track", "--help"], { env })).stdout).toBe(stdout)
    expect(stdout).toContain("parcels_track")
    expect(stdout).toContain(`inlay run parcels_track number=NUMBER --plugin ${file}\n`)
    const ofProgram = await command(["tools", "codehost_get_commit", "--plugin", file], { env })
    expect(ofProgram.stdout).toMatch(/inlay run codehost_get_commit .*REF$/m)
    const { json, code } = await commandJson(words(track), { env })
    expect([code, json]).toEqual([0, { number: "AB-1234", place: "Hobart", at: "2026-11-22T08:00:00Z" }])
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/v1/parcels/AB-1234", "Bearer key-of-the-parcels"]
    ])
  })

  it("serves it to an agent", async () => {
    const client = new Client({ name: "test", version: "1.0.0" })
    const args = [main, "mcp", "--plugin", file]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: environment(env) }))
    try {
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain("parcels_track")
      expect(tools.find(({ name }) => name === "parcels_track")?.inputSchema.required).toEqual(["number"])
      const answer = await client.callTool({ name: "parcels_track", arguments: { number: "AB-1234" } })
      expect(answer.structuredContent).toMatchObject({ place: "Hobart" })
      expect((await client.callTool({ name: "parcels_track", arguments: { number: "x" } })).isError).toBe(true)
      expect(requests).toHaveLength(1)
    } finally {
      await client.close()
    }
  })

  it("serves it as a program of its own, in five lines", async () => {
    const program = ownMain.replace("./parcels.js", pathToFileURL(file).href)
    expect(program.trim().split("\n").length).toBeLessThan(5)
    const client = new Client({ name: "test", version: "1.0.0" })
    const args = ["--input-type=module", "--eval", program]
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: hubFolder, env: environment(env) })
    )
    try {
      expect(client.getServerVersion()).toMatchObject({ name: "parcels", version: "1.0.0" })
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["parcels_track"])
      const answer = await client.callTool({ name: "parcels_track", arguments: { number: "AB-1234" } })
      expect(answer.structuredContent).toMatchObject({ place: "Hobart" })
      expect(requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer key-of-the-parcels"])
      const failure = await client.callTool({ name: "parcels_track", arguments: { number: "ZZ-0000" } })
      expect(failure.isError).toBe(true)
    } finally {
      await client.close()
    }
  })

  it("stores its key and uses it only with --plugin", async () => {
    const { PARCELS_KEY = "", PARCELS_BASE_URL = "" } = env
    const store = { INLAY_DATA: join(folder, "stored") }
    const connect = ["connect", "parcels", "--set", `base_url=${PARCELS_BASE_URL}`]
    const unnamed = await commandJson<ErrorDocument>(connect, { env: store, stdin: PARCELS_KEY })
    expect([unnamed.code, unnamed.json.error.reason]).toEqual([1, "NotFound"])
    const named = await commandJson([...connect, "--plugin", file], { env: store, stdin: PARCELS_KEY })
    expect(named.json).toMatchObject({ plugin: "parcels", name: "main", replaced: false })
    const run = ["run", "parcels_track", "number=AB-1234", "--plugin", file]
    expect((await commandJson(run, { env: store })).json).toMatchObject({ place: "Hobart" })
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer key-of-the-parcels"])
    const accounts = (more: ReadonlyArray<string>) =>
      commandJson<ReadonlyArray<{ readonly plugin: string; readonly ok: boolean }>>(["accounts", ...more], {
        env: store
      })
    const withPlugin = await accounts(["--plugin", file])
    expect(withPlugin.json).toMatchObject([{ plugin: "parcels", name: "main", ok: true, problems: [] }])
    const withoutPlugin = await accounts([])
    expect(withoutPlugin.code).toBe(1)
    expect(withoutPlugin.json).toMatchObject([
      { plugin: "parcels", ok: false, problems: [{ fix: expect.stringContaining("--plugin FILE") as string }] }
    ])
    const doctor = await command(["doctor"], { env: store })
    expect(doctor.stdout).toContain("The stored parcels/main belongs to a plugin that is not part of this")
    const gone = await commandJson(["disconnect", "parcels/main", "--yes", "--plugin", file], { env: store })
    expect(gone.json).toMatchObject({ ok: true, plugin: "parcels" })
  })

  it("is named by every command that it advises, with its file", async () => {
    const { PARCELS_KEY = "", PARCELS_BASE_URL = "" } = env
    const store = { INLAY_DATA: join(folder, "advised") }
    const flag = `--plugin ${file}`
    const run = ["run", "parcels_track", "number=AB-1234", "--plugin", file]
    const { json: unconnected } = await commandJson<ErrorDocument>(run, { env: store })
    expect(unconnected.error.fix).toContain(`\`inlay connect parcels ${flag}\``)
    const { json: misspelt } = await commandJson<ErrorDocument>(["run", "parcels_trak", "--plugin", file], {
      env: store
    })
    expect(misspelt.error.fix).toContain(`\`inlay tools ${flag}\` lists all`)
    const connect = ["connect", "parcels", "--set", `base_url=${PARCELS_BASE_URL}`, "--plugin", file]
    const connected = await command(connect, { env: store, stdin: PARCELS_KEY })
    expect(connected.stdout).toContain(`\`inlay tools ${flag}\` lists what it can do.`)
    expect((await command(["tools", "--plugin", file], { env: store })).stdout).toContain(
      `\`inlay tools <id> ${flag}\``
    )
    const elsewhere = { INLAY_DATA: join(folder, "elsewhere") }
    for (const name of ["doctor", "accounts"]) {
      const { stdout } = await command([name, "--plugin", file], { env: elsewhere })
      expect(stdout.replaceAll(/\s+/g, " ")).toContain(`\`inlay connect parcels ${flag}\``)
      expect(stdout).toContain("`inlay connect salesdata`")
    }
    expect((await command(["tools"], { env: store })).stdout).toContain("`inlay tools <id>`")
  })

  it("limits tokens, if the file is named", async () => {
    const store = { INLAY_DATA: join(folder, "tokens") }
    const create = (...args: ReadonlyArray<string>) =>
      commandJson<{ readonly grant: unknown }>(["tokens", "create", "x", ...args], { env: store })
    const limits = ["--only-plugin", "parcels", "--tool", "parcels_track"]
    expect((await create(...limits, "--plugin", file)).json.grant).toMatchObject({
      plugins: ["parcels"],
      tools: ["parcels_track"]
    })
    const { code, stdout } = await create(...limits)
    expect([code, stdout]).toEqual([1, expect.stringMatching(/--only-plugin names “parcels”, which does not exist/)])
    const doc = await command(["tokens", "create", "--help"])
    expect(doc.stdout).toMatch(/--only-plugin PLUGIN +Only this plugin's/)
  })

  it("is served by the hub", async () => {
    const store = { ...env, INLAY_DATA: join(folder, "hub") }
    const { json } = await commandJson<{ readonly text: string }>(["tokens", "create", "test"], { env: store })
    const headers = { authorization: `Bearer ${json.text}`, "content-type": "application/json" }
    const server = spawn(process.execPath, [main, "serve", "--port", "0", "--plugin", file], {
      env: environment(store),
      stdio: ["ignore", "pipe", "inherit"]
    })
    try {
      const [line] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string]
      const url = line.trim().replace("listening on ", "")
      expect(await (await fetch(`${url}/api/tools`, { headers })).text()).toContain("parcels_track")
      const body = JSON.stringify({ input: { number: "AB-1234" } })
      const answer = await fetch(`${url}/api/tools/parcels_track/runs`, { method: "POST", headers, body })
      expect(await answer.text()).toContain("Hobart")
      expect(requests).toHaveLength(1)
    } finally {
      server.kill("SIGTERM")
    }
  })

  it("says what the service refuses", async () => {
    const { json, code } = await commandJson<ErrorDocument>(
      ["run", "parcels_track", "number=ZZ-0000", "--plugin", file],
      { env }
    )
    expect([code, json.error.reason]).toEqual([1, "NotFound"])
  })
})

const own = (change: string) => parcels.replace(...(change.split(" => ") as [string, string]))

/** Prints in every way that there is on standard output. */
const chatty = `console.log("loaded")
${own(`const { place => console.info("%s", number); console.dir({ number }); console.table([number]); process.stdout.write("written\\n"); const { place`)}`

describe("a plugin that prints", () => {
  const chattyFile = join(folder, "chatty.js")
  beforeAll(() => writeFileSync(chattyFile, chatty))

  it("does so on standard error: standard output is one JSON document", async () => {
    const { stdout, stderr } = await inlay(
      ["run", "parcels_track", "number=AB-1234", "--plugin", chattyFile, "--json"],
      { env }
    )
    expect(JSON.parse(stdout)).toMatchObject({ place: "Hobart" })
    expect(stderr).toMatch(/loaded\nAB-1234\n\{ number: 'AB-1234' \}\n[^]*written\n/)
  })

  const program = () => ownMain.replace("./parcels.js", pathToFileURL(chattyFile).href)
  it.each([
    ["to an agent", () => [main, "mcp", "--plugin", chattyFile], []],
    // What the module prints while it is imported comes before `serve`.
    ["as a program of its own", () => ["--input-type=module", "--eval", program()], ["loaded"]]
  ])("also if it is served %s: standard output is the protocol", async (_, args, before) => {
    const server = spawn(process.execPath, args(), {
      cwd: hubFolder,
      env: environment(env),
      stdio: ["pipe", "pipe", "ignore"]
    })
    const ask = (id: number, method: string, params: object) =>
      void server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    const clientInfo = { name: "test", version: "1.0.0" }
    ask(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo })
    ask(2, "tools/call", { name: "parcels_track", arguments: { number: "AB-1234" } })
    const lines: Array<string> = []
    for await (const line of createInterface(server.stdout)) if (lines.push(line) === before.length + 2) break
    server.stdin.end()
    expect(lines).toEqual([
      ...before,
      expect.stringMatching(/"id":1,"result"/),
      expect.stringMatching(/"id":2,"result"/)
    ])
  })
})

describe("a program of its own", () => {
  it("says without an account which variables make one", async () => {
    const program = ownMain.replace("./parcels.js", pathToFileURL(file).href)
    const client = new Client({ name: "test", version: "1.0.0" })
    const args = ["--input-type=module", "--eval", program]
    const transport = new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: hubFolder,
      env: environment({})
    })
    await client.connect(transport)
    try {
      const failure = await client.callTool({ name: "parcels_track", arguments: { number: "AB-1234" } })
      expect(JSON.stringify(failure.content)).toContain(
        "Set PARCELS_KEY in the environment of this server, and start it again."
      )
    } finally {
      await client.close()
    }
  })

  it("names everything that is wrong with its plugin, and reads nothing", async () => {
    await expect(serve(undefined as never)).rejects.toThrow(/default must be exported/)
    await expect(serve({ edition: 1 } as never)).rejects.toThrow(/edition is 1/)
    await expect(serve({ edition: 2, id: "parcels", service: {}, steps: [] } as never)).rejects.toThrow(
      /title must be a string.*steps must be a list/s
    )
  })
})

describe("a file that is not a plugin", () => {
  it.each([
    ["throws", "throw new Error('it does not start')", /cannot be loaded: it does not start/],
    ["does not parse", "export default {", /cannot be loaded: .*; `node --check .*does-not-parse\.js` shows the line/],
    ["is no TypeScript.ts", "const a: number = 1\nenum X { A }\nexport default X", /cannot be loaded: .*; in line 2/],
    ["exports nothing", "export const plugin = 1", /default must be exported/],
    ["is of another edition", own("edition: 2 => edition: 1"), /edition is 1; expected edition 2/],
    [
      "has the id of another plugin",
      own(`id: "parcels" => id: "codehost"`).replace("parcels_track", "codehost_track"),
      /whose id codehost is already used by another plugin/
    ],
    ["has steps of another plugin", own("parcels_track => codehost_track"), /steps\.0\.id must begin with parcels_/],
    ["has a step without a function", own("run: async => walk: async"), /steps\.0\.run must be a function/]
  ])("that %s is a sentence, and nothing is sent", async (name, text, sentence) => {
    const base = name.replaceAll(" ", "-")
    const bad = join(folder, base.endsWith(".ts") ? base : `${base}.js`)
    writeFileSync(bad, text)
    const { json, code } = await commandJson<ErrorDocument>(
      ["run", "parcels_track", "number=AB-1234", "--plugin", bad],
      { env }
    )
    expect(code).toBe(1)
    expect(json.error).toMatchObject({ reason: "Invalid", message: expect.stringMatching(sentence) as string })
    expect(requests).toEqual([])
  })

  it.each([["tools"], ["mcp"], ["serve", "--port", "0"], ["connect", "parcels"], ["accounts"], ["doctor"]])(
    "that is missing is a sentence to %s",
    async (...args) => {
      const store = { ...env, INLAY_DATA: join(folder, "untouched") }
      const named = [...args, "--plugin", join(folder, "none.js")]
      const { json, code } = await commandJson<ErrorDocument>(named, { env: store })
      expect(json.error.message).toMatch(/names .*none\.js, which does not exist/)
      expect([code, existsSync(store.INLAY_DATA)]).toEqual([1, false])
    }
  )
})

describe("a Standard Schema", () => {
  const withSchema = (schema: string) => parcels.replace(/input: \{[\s\S]*?\n {6}\},\n/, `input: ${schema},\n`)
  const SCHEMA = `{ "~standard": {
    version: 1, vendor: "test",
    validate: (value) => value.number === "00-0000" ? { issues: [{ message: "is no parcel", path: ["number"] }] } : { value },
    jsonSchema: { input: () => ({ type: "object", properties: { number: { type: "string" } }, required: ["number"] }) }
  } }`

  it("judges the input, and says its JSON Schema", async () => {
    const standard = join(folder, "standard.js")
    writeFileSync(standard, withSchema(SCHEMA))
    const run = (number: string) =>
      commandJson<ErrorDocument & { readonly place: string }>(
        ["run", "parcels_track", `number=${number}`, "--plugin", standard],
        { env }
      )
    expect((await run("AB-1234")).json.place).toBe("Hobart")
    expect((await run("00-0000")).json.error).toMatchObject({
      reason: "Invalid",
      message: expect.stringContaining("number is no parcel.") as string
    })
    expect(requests).toHaveLength(1)
  })

  it("without its JSON Schema is refused: agents could not read it", async () => {
    const mute = join(folder, "mute.js")
    writeFileSync(mute, withSchema(`{ "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } }`))
    const { json } = await commandJson<ErrorDocument>(["tools", "--plugin", mute], { env })
    expect(json.error.message).toContain("must provide its JSON Schema")
  })
})
