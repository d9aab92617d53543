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
  readonly id: string | number | null
  readonly error: RpcError
}

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const invalid = (id: unknown, message: string): Refusal => ({
  id: typeof id === "string" || typeof id === "number" ? id : null,
  error: { code: INVALID_REQUEST, message }
})

const MEGABYTES = MAX_MESSAGE_BYTES / 1024 / 1024

/** A line as a message, or the answer to one that is none. A batch is the protocol's own affair. */
const messageOf = (line: Line): { readonly message: Message | undefined } | Refusal => {
  if (line._tag === "TooLong") {
    const problem = `The message has more than ${MEGABYTES} MB, the most that is read here.`
    return invalid(idOf(line.head, line.tail), `${problem} Nothing was done; send less at a time.`)
  }
  const json = parsed(line.text)
  if (json === undefined) {
    return { id: null, error: { code: PARSE_ERROR, message: "The line is not JSON. A message is one line of JSON." } }
  }
  const { value } = json
  if (typeof value !== "object" || value === null) return invalid(null, "A message is a JSON object.")
  const message = Array.isArray(value) ? undefined : (value as Message)
  return isDeeperThan(MAX_DEPTH, value)
    ? invalid(message?.["id"], `The message nests deeper than ${MAX_DEPTH} levels. Nothing was done.`)
    : { message }
}

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

      /** The bytes of a message to hand on; none of one that was answered here. */
      const handOn = Effect.fnUntraced(function* (line: Line) {
        const read = messageOf(line)
        if ("error" in read) return yield* Effect.as(answer(read), [])
        const { message } = read
        const id = message?.["id"]
        const isRequest = typeof id === "string" || typeof id === "number"
        const error = message !== undefined && isRequest ? yield* refuse(message) : undefined
        if (error !== undefined && isRequest) return yield* Effect.as(answer({ id, error }), [])
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
