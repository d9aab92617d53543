/**
 * MCP over HTTP: `POST /mcp`, stateless. A request is refused before a server is made for it if it is too long, nests
 * too deeply, or is a batch that its protocol version does not support.
 */
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"

import { showsViews } from "@inlay/agent-plugin/mcp/apps"
import { FinishesUntil } from "@inlay/core-http/Client"
import { isDeeperThan, isTextDeeperThan } from "@inlay/core-http/json-depth"
import { isJsonObject } from "@inlay/core-http/json-object"
import { toNodeHandler } from "@modelcontextprotocol/node"
import { CLIENT_CAPABILITIES_META_KEY, createMcpHandler, type ServerEventBus } from "@modelcontextprotocol/server"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import type { Principal } from "../../principals/Principal.ts"
import { makeOpenStreams, MAX_STREAMS } from "../../serving/open-streams.ts"
import { readBody } from "../../serving/read-body.ts"
import { makeServer } from "./server.ts"
import type { Reach } from "./tools.ts"

/** The largest request: leaves room for a file's content in an input. */
const MAX_BODY_BYTES = 1024 * 1024
const MAX_DEPTH = 200
const MAX_BATCH = 20
/** The only protocol version with batches. */
const BATCHES = "2025-03-26"

/** How long a stop waits for answers that say what was not done. */
const LAST_ANSWERS = Duration.millis(500)

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
/** The first of the codes that are left to servers. */
export const SERVER_ERROR = -32000

export interface Options {
  readonly version: string
  /** The page that draws results in a chat. */
  readonly view: Effect.Effect<string>
  /** What a principal may use at the moment. */
  readonly reachOf: (principal: Principal) => Effect.Effect<Reach>
  /** Notifies open subscriptions of list changes. */
  readonly bus: ServerEventBus
}

export interface McpHttp {
  /** Answers a request of an authenticated principal. */
  readonly handle: (request: IncomingMessage, response: ServerResponse, principal: Principal) => Promise<void>
  /**
   * Answers the requests in progress, ends subscriptions, and finishes paid calls that were sent. Until `FinishesUntil`,
   * at most.
   */
  readonly close: () => Promise<void>
}

/** Sends a JSON-RPC error for a request that does not reach the protocol server. */
export const refuse = (response: ServerResponse, status: number, code: number, message: string): void => {
  const body = JSON.stringify({ jsonrpc: "2.0", error: { code, message: `${message} Nothing was done.` }, id: null })
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    // Otherwise Node would read the rest of the body, however long, and wait for its end.
    ...(status === 413 && { connection: "close" })
  })
  response.end(body)
}

const TOO_DEEP = `The message nests deeper than ${MAX_DEPTH} levels.`

const problemOf = (value: unknown, version: string | undefined): string | undefined => {
  if (isDeeperThan(MAX_DEPTH, value)) return TOO_DEEP
  if (typeof value !== "object" || value === null) return "A message must be a JSON object."
  if (!Array.isArray(value)) return undefined
  if (version !== undefined && version !== BATCHES) return `Version ${version} does not support lists of messages.`
  return value.length > MAX_BATCH ? `A list may have at most ${MAX_BATCH} messages.` : undefined
}

/** Some clients send null in place of what they leave out, which the package refuses. */
const withoutNulls = (message: unknown): unknown => {
  if (Array.isArray(message)) return message.map(withoutNulls)
  if (!isJsonObject(message)) return message
  const { params, ...rest } = message
  if (params === null) return rest
  if (!isJsonObject(params)) return message
  return { ...rest, params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null)) }
}

const isJson = ({ headers }: IncomingMessage): boolean =>
  /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")

/** What ranges in `accept` cover of the two types that an answer may have. */
const COVERED = [
  ["*/*", "application/json, text/event-stream"],
  ["application/*", "application/json"],
  ["text/*", "text/event-stream"]
] as const

/** The package looks for both names and knows no ranges. Without the header, a client accepts everything. */
const acceptOf = ({ headers: { accept = "*/*" } }: IncomingMessage): string =>
  [accept, ...COVERED.flatMap(([range, types]) => (accept.includes(range) ? [types] : []))].join(", ")

/** What is known about a request before a server is made for it. */
interface Incoming {
  readonly principal: Principal
  readonly isCall: boolean
  readonly hasViews: boolean
}

const incomingOf = (extra: unknown): Incoming => {
  if (typeof extra === "object" && extra !== null && "principal" in extra) return extra as Incoming
  throw new Error("a request came without its principal")
}

const isCall = (message: unknown): boolean => isJsonObject(message) && message["method"] === "tools/call"

const isListen = (message: unknown): boolean => isJsonObject(message) && message["method"] === "subscriptions/listen"

const isInitialize = (message: unknown): boolean => isJsonObject(message) && message["method"] === "initialize"

/** The capabilities that a client declares in this message. */
const capabilitiesOf = (message: unknown): unknown => {
  const params = isJsonObject(message) ? message["params"] : undefined
  if (!isJsonObject(params)) return undefined
  const meta = params["_meta"]
  return isInitialize(message)
    ? params["capabilities"]
    : isJsonObject(meta)
      ? meta[CLIENT_CAPABILITIES_META_KEY]
      : undefined
}

/** The call that a message cancels. From 2026-07-28 on, a client cancels a call by closing its response. */
const cancelledBy = (message: unknown): unknown =>
  isJsonObject(message) && message["method"] === "notifications/cancelled" && isJsonObject(message["params"])
    ? message["params"]["requestId"]
    : undefined

const SESSION = "mcp-session-id"
/** Prefix of the session ids of clients that speak a version before 2026-07-28 and show views. */
const VIEWS = "views-"

const sessionOf = ({ headers }: IncomingMessage): string | undefined => {
  const id = headers[SESSION]
  return typeof id === "string" ? id : undefined
}
const isOfViews = (request: IncomingMessage): boolean => sessionOf(request)?.startsWith(VIEWS) === true

/**
 * The calls in progress of clients that speak a version before 2026-07-28. They number their requests alike, so a call
 * is known by its session, too.
 */
const makeCalls = () => {
  const responses = new Map<string, ServerResponse>()
  return (request: IncomingMessage, response: ServerResponse, principal: Principal, message: unknown): void => {
    const session = sessionOf(request)
    if (session === undefined || !isJsonObject(message)) return
    const keyOf = (id: unknown) => JSON.stringify([principal.id, session, id])
    const cancelled = cancelledBy(message)
    // The call ends as it does if its client goes away.
    if (cancelled !== undefined) responses.get(keyOf(cancelled))?.end()
    if (!isCall(message)) return
    const key = keyOf(message["id"])
    responses.set(key, response)
    response.once("close", () => responses.get(key) === response && responses.delete(key))
  }
}

/** Makes the handler. The server that mounts it authenticates requests and passes their principal. */
export const make = Effect.fnUntraced(function* ({ version, view, reachOf, bus }: Options) {
  const services = yield* Effect.context()
  const finishesUntil = yield* FinishesUntil
  const underWay = new Set<Promise<unknown>>()
  const run = <A, E>(
    effect: Effect.Effect<A, E>,
    signal?: AbortSignal,
    stopped: Effect.Effect<A> = Effect.interrupt
  ) => {
    const untilStopped = Effect.raceFirst(effect, Effect.andThen(finishesUntil, stopped))
    const running = Effect.runPromiseWith(services)(untilStopped, signal && { signal })
    const ended = running.catch(() => {}).finally(() => underWay.delete(ended))
    underWay.add(ended)
    return running
  }

  const handler = createMcpHandler(
    async ({ era, authInfo }) => {
      const incoming = incomingOf(authInfo?.extra)
      const { principal, ...asked } = incoming
      const reach = await run(reachOf(principal))
      return makeServer({ version, isModern: era === "modern", ...asked, view, reach, run })
    },
    { legacy: "stateless", bus, onerror: (error) => void run(Effect.logDebug(`mcp: ${error.message}`)) }
  )
  const answer = toNodeHandler(handler)

  const openStream = makeOpenStreams()
  /** Whether a request may go on: it is not one open subscription too many of its principal. */
  const mayListen = (message: unknown, response: ServerResponse, principal: Principal): boolean => {
    if (!isListen(message)) return true
    const close = openStream(principal.id)
    if (close !== undefined) response.once("close", close)
    return close !== undefined
  }

  /**
   * The responses in progress, without subscriptions: the package drops them when it is closed. Includes those to
   * requests whose body is still arriving.
   */
  const answering = new Set<Promise<unknown>>()
  /** Returns what to call if the response turns out to be that of a subscription. */
  const noteAnswer = (response: ServerResponse) => {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const end = () => {
      answering.delete(ended)
      resolve()
    }
    if (response.closed) return end
    answering.add(ended)
    response.once("close", end)
    return end
  }
  const allAnswered = async () => {
    while (answering.size > 0) await Promise.all(answering)
  }

  /** Passes the principal and other facts to the package as auth info. */
  const pass = (request: IncomingMessage, response: ServerResponse, principal: Principal, message: unknown) => {
    const hasViews = showsViews(capabilitiesOf(message)) || isOfViews(request)
    // No state is kept per client: the session id itself records whether the client shows views.
    if (isInitialize(message)) response.setHeader(SESSION, `${hasViews ? VIEWS : ""}${randomUUID()}`)
    const incoming: Incoming = { principal, isCall: isCall(message), hasViews }
    const auth = { token: "", clientId: principal.id, scopes: [], extra: { ...incoming } }
    request.headers.accept = acceptOf(request)
    const input = Object.assign(request, { auth, method: request.method ?? "", url: request.url ?? "" })
    return answer(input, response, message)
  }

  const noteCall = makeCalls()
  let closing: Promise<unknown> | undefined
  let isClosed = false
  const stopping = (response: ServerResponse) => refuse(response, 503, SERVER_ERROR, "The hub is stopping.")

  const handle: McpHttp["handle"] = async (request, response, principal) => {
    if (isClosed) return stopping(response)
    const endAnswer = noteAnswer(response)
    // The package makes a `Request` of it, which throws for this method.
    if (request.method === "TRACE") return refuse(response, 405, SERVER_ERROR, "Method not allowed.")
    // The package responds to requests that are not messages.
    if (request.method !== "POST" || !isJson(request)) return pass(request, response, principal, {})
    const body = await readBody(request, response, MAX_BODY_BYTES)
    if (body === "gone") return void response.destroy()
    if (body === "tooLong") {
      return refuse(response, 413, INVALID_REQUEST, `A message may have at most ${MAX_BODY_BYTES / 1024} KB.`)
    }
    const text = body.toString("utf8")
    if (isTextDeeperThan(MAX_DEPTH, text)) return refuse(response, 400, INVALID_REQUEST, TOO_DEEP)
    let message: unknown
    try {
      message = withoutNulls(JSON.parse(text))
    } catch {
      return refuse(response, 400, PARSE_ERROR, "The body is not JSON.")
    }
    const protocolVersion = request.headers["mcp-protocol-version"]
    const problem = problemOf(message, typeof protocolVersion === "string" ? protocolVersion : undefined)
    if (problem !== undefined) return refuse(response, 400, INVALID_REQUEST, problem)
    if (isClosed || (isListen(message) && closing !== undefined)) return stopping(response)
    if (isListen(message)) endAnswer()
    if (!mayListen(message, response, principal)) {
      return refuse(response, 429, INVALID_REQUEST, `One caller may have at most ${MAX_STREAMS} subscriptions open.`)
    }
    noteCall(request, response, principal, message)
    return pass(request, response, principal, message)
  }
  const close = async () => {
    const lastMoment = Effect.runPromise(Effect.andThen(finishesUntil, Effect.sleep(LAST_ANSWERS)))
    closing ??= Promise.race([allAnswered(), lastMoment])
      .then(() => {
        isClosed = true
        return handler.close()
      })
      .then(() => Promise.all(underWay))
    await closing
  }
  const mcpHttp: McpHttp = { handle, close }
  return mcpHttp
})
