/**
 * A file is read, one word is changed, and it is written back, by an agent and by the command. The service's content
 * then differs only in that word, byte for byte.
 */
import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { inlay, inlayJson, main, environment } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { commandJson } from "../../testing/threads/command.ts"

const WIDGETS = { owner: "acme", repo: "widgets" }
const READ = "codehost_get_repository_content"
const WRITE = "codehost_create_or_update_file_contents"

interface Content {
  readonly content: string
  readonly encoding: "utf-8" | "base64"
  readonly sha: string
  readonly hidden_characters?: ReadonlyArray<string>
}

type Run = (step: string, input: object) => Promise<Content>

const lines = Array.from({ length: 100 }, (_, n) => `line ${n}\tof\ta table`)

const FILES: Readonly<Record<string, Uint8Array>> = {
  "line ends of two kinds, and none at the end": Buffer.from(
    ["word", ...lines.slice(0, 50)].join("\r\n") + "\n" + lines.join("\n")
  ),
  "a byte order mark": Buffer.from(`\uFEFFword\r\n${lines.join("\r\n")}\r\n`),
  "joiners and marks": Buffer.from(
    "می\u200Cخواهم word \u200Fعربي\u200E क्\u200Dष 👩\u200D👩\u200D👧\u200D👦 ❤\uFE0F 🏳\uFE0F\u200D🌈\n"
  ),
  "what a terminal obeys": Buffer.from("\u001B[31mword\u001B[0m \u0007\u0008 \u009B2J \u0085 \u2028 \u00AD\n"),
  "letters that could be composed": Buffer.from("e\u0301 é \u212B word \uFB01\n"),
  "bytes of Latin-1": Buffer.from("word: caf\u00E9, na\u00EFve, \u00A3 5\r\n", "latin1"),
  "any bytes": Uint8Array.from({ length: 600 }, (_, n) => (n < 4 ? "word".charCodeAt(n) : n % 256))
}

const alter = (bytes: Uint8Array): Buffer => {
  const at = Buffer.from(bytes).indexOf("word")
  return Buffer.concat([bytes.subarray(0, at), Buffer.from("term"), bytes.subarray(at + 4)])
}

/** Edits the text, or the bytes if the file is not text. */
const edit = ({ content, encoding }: Content): string =>
  encoding === "base64" ? alter(Buffer.from(content, "base64")).toString("base64") : content.replace("word", "term")

let sandbox: RunningSandbox
let env: Record<string, string>
let client: Client
const directory = temporaryDirectories()

beforeAll(async () => {
  sandbox = await startSandbox()
  env = { ...sandbox.env, INLAY_DATA: directory() }
  client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: environment(env) })
  )
})
afterAll(async () => {
  await client.close()
  await sandbox.close()
})

/** Calls the service directly. */
const service = async (path: string, change?: object): Promise<{ readonly content: string; readonly sha: string }> => {
  const response = await fetch(`${sandbox.env["INLAY_CODEHOST_BASE_URL"]}/repos/acme/widgets/contents/${path}`, {
    method: change === undefined ? "GET" : "PUT",
    headers: { authorization: `Bearer ${sandbox.env["INLAY_CODEHOST_TOKEN"]}` },
    ...(change !== undefined && { body: JSON.stringify(change) })
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { content: string; sha: string }
}

const put = (path: string, bytes: Uint8Array) =>
  service(path, { message: "Add", content: Buffer.from(bytes).toString("base64") })

const bytesAt = async (path: string): Promise<Buffer> => Buffer.from((await service(path)).content, "base64")

const surfaces: Readonly<Record<string, Run>> = {
  "over MCP, by its structured content": async (step, input) => {
    const result = CallToolResultSchema.parse(await client.callTool({ name: step, arguments: { ...input } }))
    return result.structuredContent as unknown as Content
  },
  "over MCP, by its text": async (step, input) => {
    const { content } = CallToolResultSchema.parse(await client.callTool({ name: step, arguments: { ...input } }))
    return JSON.parse(content.map((part) => (part.type === "text" ? part.text : "")).join("")) as Content
  },
  "by the command": async (step, input) => {
    const options = { env, stdin: JSON.stringify(input) }
    // Writes run in a separate process.
    const run = step === WRITE ? inlayJson : commandJson
    return (await run<Content>(["run", step, "--input", "-"], options)).json
  }
}

describe.each(Object.entries(surfaces))("%s", (surface, run) => {
  it.each(Object.entries(FILES))("%s", async (name, bytes) => {
    const path = `${surface}-${name}`.replaceAll(/\W+/g, "-")
    await put(path, bytes)
    const file = await run(READ, { ...WIDGETS, path })
    expect(Buffer.from(file.content, file.encoding === "base64" ? "base64" : "utf8")).toEqual(Buffer.from(bytes))
    await run(WRITE, { ...WIDGETS, path, sha: file.sha, content: edit(file), encoding: file.encoding })
    expect(await bytesAt(path)).toEqual(alter(bytes))
  })

  it("characters that hide or reverse text are listed next to it", async () => {
    const path = `hidden-${surface.replaceAll(/\W+/g, "-")}`
    const tags = [..."rm -rf"].map((char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0))).join("")
    const text = `safe${tags} \u202Eesrever\u202C\n`
    await put(path, Buffer.from(text))
    const { content, hidden_characters } = await run(READ, { ...WIDGETS, path })
    expect(content).toBe(text)
    expect(hidden_characters).toEqual([expect.stringMatching(/^content: .*direction.*tag characters/)])
  })
})

it("a person's terminal gets none of them", async () => {
  const path = "for-people"
  await put(path, Buffer.from("\u001B[31mred \u202Eesrever\u202C \u009B2J\n"))
  const { stdout } = await inlay(["run", READ, "--input", JSON.stringify({ ...WIDGETS, path })], { env })
  expect(stdout).toMatch(/esrever/)
  expect(stdout).toMatch(/Hidden characters, not shown here: content: /)
  // oxlint-disable-next-line no-control-regex -- they are what must not be there
  expect(stdout).not.toMatch(/[\u001B\u009B\u202A-\u202E]/)
})

it("words that are also settings are still there when a file is written back", async () => {
  const words = {
    INLAY_SALESDATA_KEY_HEADER: "authorization",
    DESKTOP_SESSION: "cinnamon",
    GW_AUTH_SCHEME: "negotiate"
  }
  const path = "docs/authorization.md"
  const text = "The authorization header, on cinnamon, is negotiate.\n"
  await put(path, Buffer.from(text))
  const run = (step: string, input: object) =>
    inlayJson<Content & { readonly path: string }>(["run", step, "--input", JSON.stringify({ ...WIDGETS, ...input })], {
      env: { ...env, ...words }
    })
  const { json: file } = await run(READ, { path })
  expect([file.path, file.content]).toEqual([path, text])
  await run(WRITE, { path, sha: file.sha, content: file.content.replace("header", "line"), message: "Edit" })
  expect((await bytesAt(path)).toString()).toBe(text.replace("header", "line"))
})
