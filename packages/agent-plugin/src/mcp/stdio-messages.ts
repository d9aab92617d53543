/**
 * Standard input and output as lines of JSON-RPC. What comes in is handed on as whole messages; a line that is none, or one
 * that is too long, is answered with an error here, and the next message is read as if nothing had been. What goes out
 * passes `slimMessage`.
 */
import { isDeeperThan } from "@inlay/core-http/json-depth"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import { idOf, makeLines, type Line } from "./message-lines.ts"
import { slimMessage } from "./slim-hints.ts"

/** An error as JSON-RPC has it: https://www.jsonrpc.org/specification#error_object */
export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: object
}

/** A message of the client. */
export type Message = Readonly<Record<string, unknown>>

/** The longest message that is read, in bytes. The parser of `effect/rpc` holds no more. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** How deep a message may nest: what reads and writes it later recurses. */
const MAX_DEPTH = 200

const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
/** JSON-RPC and MCP alike: the method is known, what is asked of it is not. */
export const INVALID_PARAMS = -32602

interface Refusal {
  readonly id: Id | null
  readonly error: RpcError
}

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

type Id = string | number

/** A number past 2^53 would be answered as another one, which nobody waits for. */
const isId = (id: unknown): id is Id =>
  typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER)

const invalid = (id: unknown, message: string): Refusal => ({
  id: isId(id) ? id : null,
  error: { code: INVALID_REQUEST, message }
})

const NOT_JSON: Refusal = {
  id: null,
  error: { code: PARSE_ERROR, message: "The line is not JSON in UTF-8. A message is one line of JSON." }
}

/** What keeps an object from being a message of JSON-RPC: https://www.jsonrpc.org/specification#request_object */
const problemOf = (message: Message): string | undefined => {
  if (message["jsonrpc"] !== "2.0") return 'A message has "jsonrpc": "2.0".'
  if ("id" in message && !isId(message["id"]) && !("error" in message)) {
    return "The id of a message is a text or a number below 2^53."
  }
  if ("method" in message) {
    return typeof message["method"] === "string" && message["method"] !== ""
      ? undefined
      : "The method of a message is a text."
  }
  return "result" in message || "error" in message ? undefined : "A message names its method."
}

const MEGABYTES = MAX_MESSAGE_BYTES / 1024 / 1024

/** A line as a message, or the answer to one that is none. A batch is the protocol's own affair. */
const messageOf = (line: Line): { readonly message: Message | undefined } | Refusal => {
  if (line._tag === "TooLong") {
    const problem = `The message has more than ${MEGABYTES} MB, the most that is read here.`
    return invalid(idOf(line.head, line.tail), `${problem} Nothing was done; send less at a time.`)
  }
  const json = line._tag === "Line" ? parsed(line.text) : undefined
  if (json === undefined) return NOT_JSON
  const { value } = json
  if (typeof value !== "object" || value === null) return invalid(null, "A message is a JSON object.")
  const message = Array.isArray(value) ? undefined : (value as Message)
  if (isDeeperThan(MAX_DEPTH, value)) {
    return invalid(message?.["id"], `The message nests deeper than ${MAX_DEPTH} levels. Nothing was done.`)
  }
  const problem = message && problemOf(message)
  return problem === undefined ? { message } : invalid(message?.["id"], `${problem} Nothing was done.`)
}

/** What may come before the handshake. From 2026-07-28 on there is none: each request says in `_meta` what its client speaks. */
const needsNoGreeting = ({ method, params }: Message): boolean =>
  method === "initialize" ||
  method === "ping" ||
  method === "server/discover" ||
  (typeof params === "object" && params !== null && "_meta" in params)

const slimChunk = (chunk: string | Uint8Array): string | Uint8Array =>
  typeof chunk === "string" ? chunk.split("\n").map(slimMessage).join("\n") : chunk

/** @param refuse what is wrong with a request that the protocol would answer in words of its own */
export const layer = (
  refuse: (message: Message) => Effect.Effect<RpcError | undefined>
): Layer.Layer<Stdio.Stdio, never, Stdio.Stdio> =>
  Layer.effect(
    Stdio.Stdio,
    Effect.map(Stdio.Stdio, (stdio) => {
      const answer = ({ id, error }: Refusal) =>
        Stream.run(Stream.make(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`), stdio.stdout())

      let isGreeted = false
      /** What a request is answered here, in place of what the protocol would say. */
      const refusal = (message: Message) => {
        isGreeted ||= message["method"] === "initialize"
        return isGreeted || needsNoGreeting(message)
          ? refuse(message)
          : Effect.succeed({ code: INVALID_REQUEST, message: "Send initialize first. Nothing was done." })
      }

      /** The bytes of a message to hand on; none of one that was answered here. */
      const handOn = Effect.fnUntraced(function* (line: Line) {
        const read = messageOf(line)
        if ("error" in read) return yield* Effect.as(answer(read), [])
        const { message } = read
        const id = message?.["id"]
        const error = message !== undefined && isId(id) ? yield* refusal(message) : undefined
        if (error !== undefined && isId(id)) return yield* Effect.as(answer({ id, error }), [])
        return line._tag === "Line" ? [Buffer.from(`${line.text}\n`)] : []
      })

      const lines = makeLines(MAX_MESSAGE_BYTES)
      return Stdio.make({
        ...stdio,
        stdin: stdio.stdin.pipe(
          Stream.map(lines),
          Stream.flattenIterable,
          Stream.mapEffect(handOn),
          Stream.flattenIterable
        ),
        stdout: (options) => Sink.mapInput(stdio.stdout(options), slimChunk)
      })
    })
  )
