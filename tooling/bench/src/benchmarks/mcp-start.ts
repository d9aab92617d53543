/**
 * The time until an agent has the tools of an MCP server: from the start of the process to the response of tools/list,
 * over standard input and output. Measures the installed `inlay mcp` (one bundle with cached compiled code), its first
 * start on a machine, and the same from source, compared with a server that agents commonly use.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

import type { Benchmark } from "../benchmark.ts"
import { buildInlay, hub } from "../built.ts"
import { median, spread } from "../quantiles.ts"
import { inRounds, ratios, samplesOf } from "../rounds.ts"

const server = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-github/dist/index.js"))
const peer = "@modelcontextprotocol/server-github"

/** Not counted: the system caches the files, and Node the compiled code. */
const WARM_UP = 2
const LIMIT_MILLIS = 20_000

interface Contender {
  readonly name: string
  readonly args: ReadonlyArray<string>
  /** Whether every start has a new home directory, without anything cached by earlier starts. */
  readonly fresh?: boolean
}

interface Sample {
  readonly initializeMillis: number
  readonly listMillis: number
  readonly tools: number
}

const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } }

/**
 * Starts the server once, and waits until the process has ended, so that its end does not affect the next measurement.
 */
const start = (args: ReadonlyArray<string>, home: string): Promise<Sample> =>
  new Promise((resolve, reject) => {
    const env = {
      PATH: process.env["PATH"],
      HOME: home,
      INLAY_DATA: join(home, "data"),
      INLAY_SALESDATA_BASE_URL: "http://127.0.0.1:9/v1",
      INLAY_SALESDATA_API_KEY: "not-a-secret",
      INLAY_CODEHOST_TOKEN: "not-a-secret",
      GITHUB_PERSONAL_ACCESS_TOKEN: "not-a-secret"
    }
    const startMillis = performance.now()
    const child = spawn(process.execPath, args, {
      env,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: LIMIT_MILLIS,
      killSignal: "SIGKILL"
    })
    let initializeMillis = Number.NaN
    let sample: Sample | undefined
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, result } = JSON.parse(line)
      if (id === 1) {
        initializeMillis = performance.now() - startMillis
        send({ method: "notifications/initialized" })
        send({ id: 2, method: "tools/list" })
      } else if (id === 2) {
        sample = { initializeMillis, listMillis: performance.now() - startMillis, tools: result.tools.length }
        child.stdin.end()
      }
    })
    child.once("error", reject)
    child.once("close", (code) =>
      sample === undefined ? reject(new Error(`${args.join(" ")} ended with ${code ?? "a signal"}`)) : resolve(sample)
    )
    send({ id: 1, method: "initialize", params: hello })
  })

export const benchmark: Benchmark = {
  title: "mcp start",
  run: async ({ quick }) => {
    const rounds = quick ? 3 : 21
    const main = await buildInlay()
    const contenders: ReadonlyArray<Contender> = [
      { name: "inlay mcp, installed", args: [main, "mcp"] },
      { name: "inlay mcp, installed, first start", args: [main, "mcp"], fresh: true },
      { name: "inlay mcp, from source", args: [join(hub, "src/main.ts"), "mcp"] },
      { name: peer, args: [server] }
    ]
    const home = mkdtempSync(join(tmpdir(), "inlay-bench-mcp-"))
    try {
      const samples = await inRounds(contenders, { rounds, warmUp: WARM_UP }, ({ args, fresh }) =>
        start(args, fresh === true ? mkdtempSync(join(home, "fresh-")) : home)
      )
      const times = (name: string) => samplesOf(samples, name).map(({ listMillis }) => listMillis)
      return {
        conditions: `${rounds} starts of each, alternating, from spawn to the answer of tools/list`,
        measures: [...samples].map(([contender, all]) => ({
          setting: "stdio",
          contender,
          values: {
            "initialize ms": median(all.map(({ initializeMillis }) => initializeMillis)),
            "tools/list ms": median(all.map(({ listMillis }) => listMillis)),
            tools: all[0]?.tools ?? 0
          }
        })),
        figures: contenders
          .slice(0, -1)
          .map(({ name }, i) =>
            spread(`${name} / server-github`, ratios(times(name), times(peer)), i === 0 ? { atMost: 1.25 } : undefined)
          )
      }
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
}
