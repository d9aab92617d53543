import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterEach, expect, test } from "vitest"

const main = fileURLToPath(new URL("main.ts", import.meta.url))
const running = new Set<ChildProcess>()

afterEach(() => {
  for (const child of running) child.kill("SIGKILL")
  running.clear()
})

interface Run {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  readonly line: Promise<string>
  readonly code: Promise<number | null>
}

const run = (...args: ReadonlyArray<string>): Run => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main, ...args], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  running.add(child)
  let out = ""
  let err = ""
  const line = new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk) => {
      out += String(chunk)
      if (out.includes("\n")) resolve(out.slice(0, out.indexOf("\n")))
    })
  })
  child.stderr.on("data", (chunk) => {
    err += String(chunk)
  })
  const code = new Promise<number | null>((resolve) => child.once("close", (status) => resolve(status)))
  return { child, out: () => out, err: () => err, line, code }
}

test("--json: one line when ready, serves until stopped, exit 0", async () => {
  const sandbox = run("--port", "0", "--json")
  const listing = JSON.parse(await sandbox.line) as {
    readonly plugins: Readonly<Record<string, { readonly control: string }>>
  }
  for (const { control } of Object.values(listing.plugins)) {
    expect((await fetch(`${control}/calls`)).status).toBe(200)
  }
  expect(Object.keys(listing).length).toBeGreaterThan(1)
  sandbox.child.kill("SIGTERM")
  expect(await sandbox.code).toBe(0)
  expect(sandbox.out().trimEnd().split("\n")).toHaveLength(1)
  expect(sandbox.err()).toBe("")
})

test("without --json: addresses, variables and a command to try", async () => {
  const sandbox = run("--port=0")
  await sandbox.line
  sandbox.child.kill("SIGINT")
  expect(await sandbox.code).toBe(0)
  expect(sandbox.out()).toMatch(/^Sandbox on http:\/\/127\.0\.0\.1:\d+$/m)
  expect(sandbox.out()).toMatch(/^ {2}export INLAY_\w+=\S+$/m)
  expect(sandbox.out()).toMatch(/^ {2}pnpm inlay run \w+ --input '\{.*\}'$/m)
})

test("--help", async () => {
  const sandbox = run("--help")
  expect(await sandbox.code).toBe(0)
  expect(sandbox.out()).toContain("--port")
})

test.each([[["--bogus"]], [["--port", "many"]], [["--port", "70000"]], [["extra"]]])(
  "usage: %j is exit 2",
  async (args) => {
    const sandbox = run(...args)
    expect(await sandbox.code).toBe(2)
    expect(sandbox.err()).toMatch(/^sandbox: /)
    expect(sandbox.out()).toBe("")
  }
)

test("a port in use is exit 1 with advice", async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
  const sandbox = run("--port", String(port))
  expect(await sandbox.code).toBe(1)
  expect(sandbox.err()).toContain(`port ${port} is in use; choose another one with --port`)
  await new Promise((resolve) => server.close(resolve))
})

test("record: forwards to a service, saves its response, and stops on request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "inlay-record-"))
  const sandbox = run("--port", "0", "--json")
  const { codehost, codehostToken } = JSON.parse(await sandbox.line) as Readonly<Record<string, string>>
  const recorder = run("record", codehost ?? "", "--to", folder)
  const [origin = ""] = (await recorder.line).split(" ")
  const response = await fetch(`${origin}/repos/acme/widgets`, {
    headers: { authorization: `Bearer ${codehostToken}` }
  })
  expect(response.status).toBe(200)
  recorder.child.kill("SIGTERM")
  expect(await recorder.code).toBe(0)
  expect(recorder.out()).toContain("200: 001-get-repos.json")
  const text = readFileSync(join(folder, "001-get-repos.json"), "utf8")
  expect(text).not.toMatch(/"acme|"widgets|sandbox-token/)
  rmSync(folder, { recursive: true })
})

test.each([[["record"]], [["record", "no-address"]], [["record", "https://a.example", "--port", "x"]]])(
  "%j: exit 2 with advice",
  async (args) => {
    const { code, err } = run(...args)
    expect(await code).toBe(2)
    expect(err()).toContain("Try pnpm sandbox record --help.")
  }
)

test("record: plain http to another machine is refused", async () => {
  const { code, err } = run("record", "http://provider.example/v1")
  expect(await code).toBe(1)
  expect(err()).toContain("is not https")
})
