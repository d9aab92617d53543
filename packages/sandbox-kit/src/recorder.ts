// A server on the loopback interface that passes requests on to one real service and writes each answer as a fixture.

import { mkdir, writeFile } from "node:fs/promises"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"

import { invention, type InventionOptions } from "./invented.ts"
import { parseJson } from "./json.ts"
import { serve, type Serving } from "./serve.ts"
import { jsonAnswer, readBody, send } from "./wire.ts"

/** From where to where. */
export interface RecorderOptions extends InventionOptions {
  /** The service's base address, https but on this machine; nothing goes anywhere else. */
  readonly service: URL
  /** Where the fixtures go: `001-get-people.json` It is made where it is missing; no file in it is replaced. */
  readonly folder: string
  /** Default: a free one. */
  readonly port?: number
  /** Told of every answer: the file that holds it, or why none does. */
  readonly onAnswer?: (line: string) => void
}

const MAX_BODY_BYTES = 16_000_000
const TIME_LIMIT_MILLIS = 60_000

/** A connection's own headers end with it. */
const HOP_BY_HOP = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])
/** Headers of an answer that say how to read it, or how to go on; any other may hold a session or a name. */
const RECORDED = /^(?:content-type|retry-after|ratelimit.*|x-ratelimit.*)$/

const passedOn = (headers: IncomingHttpHeaders): Headers => {
  const passed = new Headers({ "accept-encoding": "identity" })
  for (const [name, value] of Object.entries(headers))
    if (!HOP_BY_HOP.has(name) && value !== undefined) passed.set(name, Array.isArray(value) ? value.join(", ") : value)
  return passed
}

/** The method and the resource: what follows in a path may be somebody's name. */
const nameOf = (method: string, path: string): string =>
  [method.toLowerCase(), ...(/^\/([a-z][a-z_-]{0,23})(?=\/|$)/.exec(path)?.slice(1) ?? [])].join("-")

/** What the address of a request holds, as texts. */
const textsOf = (target: string): ReadonlyArray<string> => {
  const { pathname, searchParams } = new URL(target, "http://recorder")
  return [...pathname.split("/").map((part) => decodeURIComponent(part)), ...searchParams.values()]
}

const isOwnMachine = ({ hostname }: URL): boolean => ["127.0.0.1", "[::1]", "localhost"].includes(hostname)

/** Rejects, before anything is sent, where the service's address is not safe to send a key to. */
export const record = async (options: RecorderOptions): Promise<Serving> => {
  const { service, folder, port = 0, onAnswer = () => {} } = options
  if (service.protocol !== "https:" && !(service.protocol === "http:" && isOwnMachine(service)))
    throw new Error(`${service.origin} is not https; a key would be readable on its way`)
  if (service.username !== "" || service.password !== "") throw new Error("the address holds a user name or password")
  await mkdir(folder, { recursive: true })
  const invent = invention(options)
  const base = `${service.origin}${service.pathname.replace(/\/$/, "")}`
  let count = 0

  const write = async (req: IncomingMessage, path: string, requestBody: unknown, response: Response, text: string) => {
    const parsed = parseJson(text)
    if (text !== "" && parsed === undefined) return onAnswer(`${response.status}: no JSON, nothing is written`)
    const label = nameOf(req.method ?? "get", path)
    const recorded = [...response.headers].filter(([name]) => RECORDED.test(name))
    const fixture = {
      description: `An answer to ${label}, with invented values.`,
      ...(requestBody !== undefined && { request: invent.value(requestBody) }),
      status: response.status,
      headers: Object.fromEntries(recorded),
      body: parsed === undefined ? null : invent.value(parsed.value, [requestBody, textsOf(req.url ?? "/")]),
      expect: {}
    }
    count += 1
    const file = `${String(count).padStart(3, "0")}-${label}.json`
    await writeFile(join(folder, file), `${JSON.stringify(fixture, null, 2)}\n`, { flag: "wx" })
    onAnswer(`${response.status}: ${file}`)
  }

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const target = req.url ?? "/"
    if (!target.startsWith("/")) return send(res, jsonAnswer(400, { message: "The recorder takes paths alone." }))
    const requestText = await readBody(req, MAX_BODY_BYTES)
    if (requestText === undefined)
      return send(res, jsonAnswer(413, { message: "The recorder passes on at most 16 MB." }))
    let response: Response
    let text: string
    try {
      response = await fetch(`${base}${target}`, {
        method: req.method ?? "GET",
        headers: passedOn(req.headers),
        redirect: "manual",
        signal: AbortSignal.timeout(TIME_LIMIT_MILLIS),
        ...(requestText !== "" && { body: requestText })
      })
      text = await response.text()
    } catch {
      // Whether the service took the request, the recorder cannot know either: its client finds a lost connection, as it
      // would without a recorder between.
      onAnswer("the connection to the service was lost, nothing is written")
      res.destroy()
      return
    }
    try {
      await write(req, target.split("?", 1)[0] ?? "/", parseJson(requestText)?.value, response, text)
    } catch (error) {
      onAnswer(`nothing is written: ${error instanceof Error ? error.message : String(error)}`)
    }
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !HOP_BY_HOP.has(name)))
    delete headers["content-encoding"]
    send(res, { status: response.status, headers, body: text })
  }

  return serve((req, res) => void answer(req, res), port)
}
