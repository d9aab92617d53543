// What the tests beside this file share: asking the sandbox over real HTTP, and watching a socket.

import { connect } from "node:net"

import { isObject, type JsonObject } from "./json.ts"
import { firstKey } from "./keys.ts"
import type { RunningSandbox } from "./start.ts"

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

const answered = async (response: Response): Promise<Answered> => {
  const text = await response.text()
  const body: unknown = text.startsWith("{") || text.startsWith("[") || text === "null" ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, body }
}

export const get = async (address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
  answered(await fetch(address, { headers, redirect: "manual" }))

export const post = async (
  address: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { authorization: `Bearer ${firstKey}` }
): Promise<Answered> =>
  answered(
    await fetch(address, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
      redirect: "manual"
    })
  )

/** Walks into JSON: `at(body, "person", "emails", 0)`. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)] as unknown
    return isObject(inner) ? inner[key] : undefined
  }, value)

export const objects = (value: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isObject) : []

export interface Watched {
  /** Everything that came, as it came. */
  readonly bytes: string
  readonly end: "ended" | "reset" | "silence"
  readonly millis: number
}

/** A request on a bare socket: what comes back byte for byte, and how it ends. */
export const watch = (
  { origin }: RunningSandbox,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  patienceMillis = 600
): Promise<Watched> =>
  new Promise((resolve) => {
    const started = performance.now()
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
      resolve({ bytes, end, millis: performance.now() - started })
    }
    const timer = setTimeout(() => finish("silence"), patienceMillis)
    socket.on("data", (chunk) => {
      bytes += chunk.toString("latin1")
    })
    socket.on("end", () => finish("ended"))
    socket.on("error", () => finish("reset"))
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`)
  })
