/**
 * What a plugin's function leaves behind: a rejected promise, after which the program goes on and says so, and a timer
 * that throws, which is reported as the plugin's failure.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { afterAll, beforeAll, expect, it } from "vitest"

import { inlay, main, environment } from "../../testing/processes/command.ts"
import { commandJson } from "../../testing/threads/command.ts"

const hubFolder = fileURLToPath(new URL("../../..", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "inlay-own-plugin-rejections-"))
const file = join(folder, "loose.js")
const env = { LOOSE_KEY: "key-of-the-loose", LOOSE_BASE_URL: "http://127.0.0.1:9", INLAY_DATA: join(folder, "data") }

beforeAll(() => {
  writeFileSync(join(folder, "package.json"), `{"type":"module"}`)
  writeFileSync(
    file,
    `export default {
      edition: 2, id: "loose", title: "Loose", description: "Leaves a promise.", service: {},
      steps: [{
        id: "loose_end", title: "End", description: "Leaves a promise. Free.", readOnly: true,
        input: { type: "object", properties: {}, additionalProperties: false },
        run: async () => {
          void Promise.reject(new Error("left with " + process.env.LOOSE_KEY))
          await new Promise((done) => setTimeout(done, 20))
          return { done: true }
        }
      }, {
        id: "loose_timer", title: "Timer", description: "Leaves a timer. Free.", readOnly: true,
        input: { type: "object", properties: {}, additionalProperties: false },
        run: () => new Promise(() => {
          setTimeout(() => { throw new TypeError("left with " + process.env.LOOSE_KEY) }, 20)
        })
      }]
    }`
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const LINE = "A promise of a plugin was rejected, and nothing handled it: left with "

it("does not end the hub", async () => {
  const { json } = await commandJson<{ readonly text: string }>(["tokens", "create", "test"], { env })
  const headers = { authorization: `Bearer ${json.text}`, "content-type": "application/json" }
  const server = spawn(process.execPath, [main, "serve", "--port", "0", "--plugin", file], {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"]
  })
  let log = ""
  server.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
  try {
    const [line] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string]
    const url = `${line.trim().replace("listening on ", "")}/api/tools/loose_end/runs`
    for (let each = 0; each < 2; each++) {
      const answer = await fetch(url, { method: "POST", headers, body: `{"input":{}}` })
      expect(await answer.text()).toContain(`"done":true`)
    }
    expect(log).toContain(LINE)
    expect(log).not.toContain("key-of-the-loose")
    expect(server.exitCode).toBeNull()
  } finally {
    server.kill("SIGTERM")
  }
})

it("does not end a program of its own", async () => {
  const program = `
    import { serve } from "@inlay/agent-plugin/serve"
    import loose from "${pathToFileURL(file).href}"
    await serve(loose)`
  const args = ["--input-type=module", "--eval", program]
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    cwd: hubFolder,
    env: environment(env),
    stderr: "pipe"
  })
  let log = ""
  transport.stderr?.on("data", (bytes: Buffer) => (log += bytes.toString()))
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(transport)
  try {
    for (let each = 0; each < 2; each++) {
      expect((await client.callTool({ name: "loose_end", arguments: {} })).structuredContent).toEqual({ done: true })
    }
    expect(log).toContain(LINE)
    expect(log).not.toContain("key-of-the-loose")
  } finally {
    await client.close()
  }
})

it("is named as what failed if a timer of it throws", async () => {
  const { code, stderr } = await inlay(["run", "loose_timer", "--plugin", file], { env })
  expect(code).toBe(1)
  expect(stderr.replaceAll(/\s+/g, " ")).toContain("The plugin loose.js failed outside of its steps (TypeError).")
  expect(stderr).not.toContain("a bug")
})
