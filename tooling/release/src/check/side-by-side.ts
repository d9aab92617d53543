/**
 * Compares three programs with the same programs written with the usual alternative client, outside the workspace. The
 * output of both must be right; their line counts and times are reported side by side.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { run } from "../run.ts"
import type { Sandbox } from "../sandbox.ts"
import type { Node } from "./nodes.ts"

interface TimedRun {
  readonly printed: unknown
  readonly millis: number
}

/** Counts lines of code: neither blank nor only brackets. */
const linesOf = (folder: string, program: string): number =>
  readFileSync(join(folder, "programs", `${program}.ts`), "utf8")
    .split("\n")
    .filter((line) => /\w/.test(line)).length

const timedRun = async (
  node: Node,
  folder: string,
  program: string,
  env: Record<string, string>
): Promise<TimedRun> => {
  const startMillis = performance.now()
  const output = await run(node.path, [`programs/${program}.ts`], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env }
  })
  return { printed: JSON.parse(output), millis: performance.now() - startMillis }
}

const expect = (what: string, actual: unknown, expected: unknown): void => {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${what} returned ${a}, expected ${b}`)
}

const sentence = (folder: string, name: string, peer: string, ours: number, theirs: number): string =>
  `${linesOf(folder, name)} lines, ${ours.toFixed(0)} ms; with ${peer} ${linesOf(folder, `${name}.peer`)} lines, ${theirs.toFixed(0)} ms`

/** Looks up a list of people twice, in two processes: the second run costs nothing. */
export const enrichTwice = async (node: Node, folder: string, sandbox: Sandbox): Promise<string> => {
  const stores = mkdtempSync(join(tmpdir(), "inlay-stores-"))
  const people = [sandbox.person, { email: "nobody@nowhere.example" }]
  const runBoth = async (program: string) => {
    const env = {
      BASE_URL: sandbox.baseUrl,
      API_KEY: sandbox.apiKey,
      PEOPLE: JSON.stringify(people),
      STORE: join(stores, `${program}.db`)
    }
    const first = await timedRun(node, folder, program, env)
    const second = await timedRun(node, folder, program, env)
    expect(`${program} at first`, first.printed, { matches: 1, credits: 2 })
    expect(`${program} again`, second.printed, { matches: 1, credits: 0 })
    return first.millis + second.millis
  }
  try {
    return sentence(folder, "enrich", "fetch", await runBoth("enrich"), await runBoth("enrich.peer"))
  } finally {
    rmSync(stores, { recursive: true })
  }
}

/** Lists all issues of a repository, one of which was created just before. */
export const issues = async (node: Node, folder: string, { codehost }: Sandbox): Promise<string> => {
  const account = { BASE_URL: codehost["INLAY_CODEHOST_BASE_URL"] ?? "", TOKEN: codehost["INLAY_CODEHOST_TOKEN"] ?? "" }
  const ours = await timedRun(node, folder, "issues", account)
  const theirs = await timedRun(node, folder, "issues.peer", account)
  for (const { printed } of [ours, theirs]) expect("issues", printed, { created: true, several: true })
  return sentence(folder, "issues", "octokit", ours.millis, theirs.millis)
}

const call = { name: "parcels_track", arguments: { number: "AB-1234" } }
const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "check", version: "1" } }

/** Talks to an MCP server until it has answered a call. */
const converse = async (
  node: Node,
  folder: string,
  program: string,
  env: Record<string, string>
): Promise<TimedRun> => {
  const startMillis = performance.now()
  const child = spawn(node.path, [`programs/${program}.ts`], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["pipe", "pipe", "inherit"],
    timeout: 20_000
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  send({ id: 1, method: "initialize", params: initialize })
  send({ method: "notifications/initialized" })
  send({ id: 2, method: "tools/call", params: call })
  let text = ""
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    text += String(chunk)
    const lines = text.split("\n").slice(0, -1)
    const answer = lines.map((line) => JSON.parse(line)).find(({ id }) => id === 2)
    if (answer === undefined) continue
    const millis = performance.now() - startMillis
    child.stdin.end()
    child.kill()
    return { printed: answer.result?.structuredContent, millis }
  }
  throw new Error(`${program} ended without a response: ${text}`)
}

/** A plugin with one step, over MCP, which calls a service with its key. */
export const pluginOverMcp = async (node: Node, folder: string): Promise<string> => {
  const service = createServer(({ headers }, response) => {
    const isKnown = headers.authorization === "Bearer a-key-of-parcels"
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" })
    response.end(JSON.stringify(isKnown ? { place: "Hobart" } : {}))
  }).listen(0, "127.0.0.1")
  await once(service, "listening")
  const { port } = service.address() as AddressInfo
  const env = { PARCELS_KEY: "a-key-of-parcels", PARCELS_BASE_URL: `http://127.0.0.1:${port}` }
  try {
    const ours = await converse(node, folder, "plugin", env)
    const theirs = await converse(node, folder, "plugin.peer", env)
    for (const { printed } of [ours, theirs]) expect("parcels_track", printed, { place: "Hobart" })
    return sentence(folder, "plugin", "the MCP SDK", ours.millis, theirs.millis)
  } finally {
    service.close()
  }
}
