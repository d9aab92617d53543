/**
 * The official conformance suite (0.1.16): the server scenarios that need no tool, resource or prompt of its own
 * fixture server. The other 27 need one: `tools-call-*`, `json-schema-2020-12`, `elicitation-*` and `server-sse-polling`
 * call its `test_*` tools; `resources-*`, `prompts-*`, `completion-complete` and `logging-set-level` require capabilities
 * that this server neither offers nor declares.
 */
import { execFile } from "node:child_process"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll, beforeAll, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const suite = join(
  dirname(fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json"))),
  "dist/index.js"
)

let hub: RunningHub
let token: string
beforeAll(async () => {
  vi.stubEnv("INLAY_SLOW_WORD", "any")
  hub = await startHub({ plugins: [slowPlugin], directory: directory() })
  token = await hub.token()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await hub.close()
})

/** The suite does not support tokens: this proxy adds one, and replaces its own port with the hub's. */
const proxy = createServer((incoming, outgoing) => {
  const own = String((proxy.address() as AddressInfo).port)
  const named = (value: string | undefined) => value?.replace(`:${own}`, `:${hub.url.port}`)
  const { host, origin } = incoming.headers
  const headers = {
    ...incoming.headers,
    host: named(host),
    ...(origin !== undefined && { origin: named(origin) }),
    authorization: `Bearer ${token}`
  }
  const forwarded = request(hub.url, { method: incoming.method ?? "POST", headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  forwarded.once("error", () => outgoing.destroy())
  incoming.pipe(forwarded)
})
beforeAll(() => new Promise<void>((resolve) => void proxy.listen(0, "127.0.0.1", resolve)))
afterAll(() => {
  proxy.closeAllConnections()
  proxy.close()
})

it.each(["server-initialize", "ping", "tools-list", "server-sse-multiple-streams", "dns-rebinding-protection"])(
  "passes the scenario %s",
  async (scenario) => {
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, [suite, "server", "--url", url, "--scenario", scenario], (_, stdout, stderr) =>
        resolve(stdout + stderr)
      )
    })
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed/)
  }
)
