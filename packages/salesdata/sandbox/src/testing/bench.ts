// Test setup: a sandbox for each test file, called over real HTTP and over raw sockets.

import { connect } from "node:net"

import { type Answered, ask, post as postTo } from "@inlay/sandbox-kit/testing"
import { afterAll, beforeEach } from "vitest"

import { type RunningSandbox, startSandbox } from "../index.ts"
import { firstKey } from "../keys.ts"

export const get = (address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
  ask(address, { headers })

export const post = (
  address: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${firstKey}` }
): Promise<Answered> => postTo(address, body, { "content-type": "application/json", ...headers })

/** Starts a sandbox for a test file and resets it before each test. */
export const startForFile = async (): Promise<RunningSandbox> => {
  const sandbox = await startSandbox()
  beforeEach(() => post(`${sandbox.control}/reset`, {}))
  afterAll(() => sandbox.close())
  return sandbox
}

export interface Watched {
  /** Everything that was received, unchanged. */
  readonly bytes: string
  readonly end: "ended" | "reset" | "silence"
  readonly millis: number
}

/** Sends a request on a bare socket. Returns the response byte for byte, and how the connection ends. */
export const watch = (
  { origin }: RunningSandbox,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  patienceMillis = 600
): Promise<Watched> =>
  new Promise((resolve) => {
    const startMillis = performance.now()
    const { hostname, port } = new URL(origin)
    const text = JSON.stringify(body)
    const lines = Object.entries({
      host: `${hostname}:${port}`,
      authorization: `Bearer ${firstKey}`,
      "content-length": String(Buffer.byteLength(text)),
      connection: "close",
      ...headers
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(Number(port), hostname)
    let bytes = ""
    const finish = (end: Watched["end"]): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ bytes, end, millis: performance.now() - startMillis })
    }
    const timer = setTimeout(() => finish("silence"), patienceMillis)
    socket.on("data", (chunk) => {
      bytes += chunk.toString("latin1")
    })
    socket.on("end", () => finish("ended"))
    socket.on("error", () => finish("reset"))
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`)
  })
