// A proxy on the loopback interface that forwards requests to one real service and writes each response as a fixture.

import { mkdir, writeFile } from "node:fs/promises"
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"

import { invention, type InventionOptions } from "./invented.ts"
import { parseJson } from "./json.ts"
import { serve, type Serving } from "./serve.ts"
import { jsonAnswer, readBody, send } from "./wire.ts"

/** The service to record, and the folder for the fixtures. */
export interface RecorderOptions extends InventionOptions {
  /** The service's base address, which must be https unless it is on this machine. Requests are sent nowhere else. */
  readonly service: URL
  /**
   * The folder for fixtures such as `001-get-people.json`. It is created if it does not exist. Existing files are not
   * overwritten.
   */
  readonly folder: string
  /** Default: a free port. */
  readonly port?: number
  /** Called for every response, with the file that holds it or the reason why there is none. */
  readonly onAnswer?: (line: string) => void
}

const MAX_BODY_BYTES = 16_000_000
const TIME_LIMIT_MILLIS = 60_000

/** Headers that belong to one connection and are not forwarded. */
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
/**
 * Response headers that say how to read the response or when to continue. Any other header may contain a session or a
 * name.
 */
const RECORDED = /^(?:content-type|retry-after|ratelimit.*|x-ratelimit.*)$/

const passedOn = (headers: IncomingHttpHeaders): Headers => {
  const result = new Headers({ "accept-encoding": "identity" })
  for (const [name, value] of Object.entries(headers))
    if (!HOP_BY_HOP.has(name) && value !== undefined) result.set(name, Array.isArray(value) ? value.join(", ") : value)
  return result
}

/** Names a fixture by method and first path segment only, because later segments may contain a person's name. */
const nameOf = (method: string, path: string): string =>
  [method.toLowerCase(), ...(/^\/([a-z][a-z_-]{0,23})(?=\/|$)/.exec(path)?.slice(1) ?? [])].join("-")

/** Returns the texts in the address of a request. */
const textsOf = (target: string): ReadonlyArray<string> => {
  const { pathname, searchParams } = new URL(target, "http://recorder")
  return [...pathname.split("/").map((part) => decodeURIComponent(part)), ...searchParams.values()]
}

const isOwnMachine = ({ hostname }: URL): boolean => ["127.0.0.1", "[::1]", "localhost"].includes(hostname)

/** Starts the recorder. Rejects, before anything is sent, if a key cannot safely be sent to the service's address. */
export const record = async (options: RecorderOptions): Promise<Serving> => {
  const { service, folder, port = 0, onAnswer = () => {} } = options
  if (service.protocol !== "https:" && !(service.protocol === "http:" && isOwnMachine(service)))
    throw new Error(`${service.origin} is not https; the key would be sent unencrypted`)
  if (service.username !== "" || service.password !== "")
    throw new Error("the address contains a user name or password")
  await mkdir(folder, { recursive: true })
  const invent = invention(options)
  const base = `${service.origin}${service.pathname.replace(/\/$/, "")}`
  let count = 0

  const write = async (req: IncomingMessage, path: string, requestBody: unknown, response: Response, text: string) => {
    const parsed = parseJson(text)
    if (text !== "" && parsed === undefined) return onAnswer(`${response.status}: not JSON, nothing written`)
    const label = nameOf(req.method ?? "get", path)
    const recorded = [...response.headers].filter(([name]) => RECORDED.test(name))
    const fixture = {
      description: `A response to ${label}, with invented values.`,
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
    if (!target.startsWith("/")) return send(res, jsonAnswer(400, { message: "The recorder accepts only paths." }))
    const requestText = await readBody(req, MAX_BODY_BYTES)
    if (requestText === undefined)
      return send(res, jsonAnswer(413, { message: "The recorder forwards at most 16 MB." }))
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
      // The recorder cannot know whether the service received the request. It closes the client's connection, so the
      // client sees a lost connection, as it would without the recorder.
      onAnswer("the connection to the service was lost, nothing written")
      res.destroy()
      return
    }
    try {
      await write(req, target.split("?", 1)[0] ?? "/", parseJson(requestText)?.value, response, text)
    } catch (error) {
      onAnswer(`nothing written: ${error instanceof Error ? error.message : String(error)}`)
    }
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !HOP_BY_HOP.has(name)))
    delete headers["content-encoding"]
    send(res, { status: response.status, headers, body: text })
  }

  return serve((req, res) => void answer(req, res), port)
}
