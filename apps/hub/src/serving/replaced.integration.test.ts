/** `npm install --global` puts another version in the place of a program that runs, which loads its parts when needed. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, readdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"

import { expect, it } from "vitest"

import { inlayJson, main, environment } from "../testing/processes/command.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const directory = temporaryDirectories()
const account = { INLAY_SALESDATA_BASE_URL: "http://127.0.0.1:1", INLAY_SALESDATA_API_KEY: "key-of-a-test" }

const copied = () => {
  const folder = directory()
  cpSync(dirname(main), folder, { recursive: true })
  return folder
}

/** What npm does to the files of a version whose parts are all different. */
const replace = (folder: string) => {
  for (const name of readdirSync(folder)) if (name.endsWith(".js") && name !== "main.js") rmSync(join(folder, name))
}

const start = (folder: string, args: ReadonlyArray<string>, data: string) =>
  spawn(process.execPath, [join(folder, "main.js"), ...args], {
    env: environment({ ...account, INLAY_DATA: data }),
    stdio: ["pipe", "pipe", "pipe"]
  })

it("no two versions of a part have the same name, so that a program never loads another version's", () => {
  const names = readdirSync(dirname(main)).filter((name) => name.endsWith(".js"))
  expect(names.filter((name) => !/-[\w-]{8}\.js$/.test(name))).toEqual(["main.js"])
})

it("a server whose files were replaced says that it has to be restarted", async () => {
  const [folder, data] = [copied(), directory()]
  const { json } = await inlayJson<{ text: string }>(["tokens", "create", "test"], { env: { INLAY_DATA: data } })
  const server = start(folder, ["serve", "--port", "0"], data)
  try {
    let log = ""
    server.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
    const [line] = (await once(server.stdout.setEncoding("utf8"), "data")) as [string]
    replace(folder)
    const response = await fetch(`http://127.0.0.1:${/:(\d+)\s*$/.exec(line)?.[1]}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${json.text}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream"
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })
    })
    expect([response.status, await response.json()]).toMatchObject([503, { error: { fix: "Restart the server." } }])
    await expect.poll(() => log).toMatch(/failed because the program's files were replaced: restart it/)
  } finally {
    server.kill("SIGTERM")
    await once(server, "close")
  }
})

it("so does an MCP server on standard input", async () => {
  const folder = copied()
  const server = start(folder, ["mcp"], directory())
  const answers: Array<{ id?: number }> = []
  let rest = ""
  server.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    answers.push(...lines.map((line): { id?: number } => JSON.parse(line)))
  })
  const ask = async (id: number, method: string, params: object) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`)
    return expect.poll(() => answers.find((answer) => answer.id === id)).toBeDefined()
  }
  const client = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
  await ask(1, "initialize", client)
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
  await ask(2, "tools/list", {})
  replace(folder)
  await ask(3, "tools/call", { name: "salesdata_people_enrichment", arguments: { email: "jane@doe.example" } })
  expect(JSON.stringify(answers.at(-1))).toContain("Restart it.")
  server.stdin.end()
  await once(server, "close")
})
