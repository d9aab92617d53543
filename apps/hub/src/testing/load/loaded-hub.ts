/** Runs `inlay mcp` against a provider with prepared responses, and measures the CPU time and memory of a call. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

import { LARGE_BYTES, type LargeAnswer } from "@inlay/core-http/testing/large-answers"

import { main, environment } from "../processes/command.ts"
import type { Load } from "./probe.ts"

const probe = fileURLToPath(new URL("./probe.ts", import.meta.url))

export const KEY = "sk_live_CqpCu02ytOHhp3ro8YOKEyau"

export interface Taken extends Pick<Load, "cpuMillis" | "holdMillis"> {
  /**
   * Additional memory compared with a process that made the same call to a short response, as a multiple of the long
   * response's length.
   */
  readonly times: number
  /** The complete response to the agent. */
  readonly reply: string
}

/** Starts the provider. A process of its own makes each call. */
export const startLoaded = async (data: () => string) => {
  let current: (LargeAnswer & { readonly bytes: Buffer }) | undefined
  const server = createServer((request, response) => {
    request.resume()
    const {
      status = 200,
      contentType = "application/json",
      bytes
    } = current ?? {
      status: 404,
      bytes: Buffer.from('{"message":"no person found"}')
    }
    response.writeHead(status, { "content-type": contentType }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const take = async (answer: LargeAnswer, step: string, input: object, warmUp: object): Promise<Taken> => {
    current = undefined
    const child = spawn(process.execPath, ["--import", probe, main, "mcp"], {
      env: environment({
        INLAY_DATA: data(),
        INLAY_SALESDATA_BASE_URL: origin,
        INLAY_SALESDATA_API_KEY: KEY,
        INLAY_CODEHOST_BASE_URL: origin,
        INLAY_CODEHOST_TOKEN: KEY
      }),
      stdio: ["pipe", "pipe", "inherit", "ipc"]
    })
    const { stdin, stdout } = child
    if (stdin === null || stdout === null) throw new Error("the program has no input or output")
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
    const ask = async (method: string, params: object): Promise<string> => {
      stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`)
      return String((await lines.next()).value)
    }
    const load = async (what: "reset" | "read"): Promise<Load> => {
      child.send(what)
      return ((await once(child, "message")) as [Load])[0]
    }
    const client = { capabilities: {}, clientInfo: { name: "t", version: "1" } }
    await ask("initialize", { protocolVersion: "2025-11-25", ...client })
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`)
    await ask("tools/call", { name: step, arguments: warmUp })
    current = { ...answer, bytes: answer.body() }
    const before = await load("reset")
    const reply = await ask("tools/call", { name: step, arguments: input })
    const { cpuMillis, holdMillis, peakBytes } = await load("read")
    stdin.end()
    await once(child, "exit")
    return { cpuMillis, holdMillis, times: (peakBytes - before.peakBytes) / LARGE_BYTES, reply }
  }

  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { take, close }
}
