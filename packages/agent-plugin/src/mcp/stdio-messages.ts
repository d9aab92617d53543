/**
 * Reads lines of JSON-RPC as messages. A line that is too long or is not a message becomes a refusal with the error to
 * respond with. The lines after it are read normally.
 */
import { isDeeperThan } from "@inlay/core-http/json-depth"
import { isJsonObject } from "@inlay/core-http/json-object"

import { idOf, makeLines, type Line } from "./message-lines.ts"

/** A JSON-RPC error: https://www.jsonrpc.org/specification#error_object */
export interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: object
}

/** A message from the client. */
export type Message = Readonly<Record<string, unknown>>

/** The longest accepted message, in bytes. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** The deepest accepted nesting of a message, because the code that reads and writes it is recursive. */
const MAX_DEPTH = 200

const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600

export type Id = string | number

/** The response to a line that is not a message. */
export interface Refusal {
  readonly id: Id | null
  readonly error: RpcError
}

/** One line of standard input. A batch is a list whose members are not yet validated. */
export type Incoming = { readonly value: Message | ReadonlyArray<unknown> } | Refusal

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Whether a value is a valid id. A number beyond 2^53 would be rounded, and no request would match the response. */
export const isId = (id: unknown): id is Id =>
  typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER)

const invalid = (id: unknown, message: string): Refusal => ({
  id: isId(id) ? id : null,
  error: { code: INVALID_REQUEST, message }
})

const NOT_JSON: Refusal = {
  id: null,
  error: { code: PARSE_ERROR, message: "The line is not JSON in UTF-8. A message must be one line of JSON." }
}

/** Returns why an object is not a valid message: https://www.jsonrpc.org/specification#request_object */
const problemOf = (message: Message): string | undefined => {
  if (message["jsonrpc"] !== "2.0") return 'A message must have "jsonrpc": "2.0".'
  if ("id" in message && !isId(message["id"]) && !("error" in message)) {
    return "The id of a message must be a string or a number below 2^53."
  }
  if ("method" in message) {
    return typeof message["method"] === "string" && message["method"] !== ""
      ? undefined
      : "The method of a message must be a string."
  }
  return "result" in message || "error" in message ? undefined : "A message must have a method."
}

const MEGABYTES = MAX_MESSAGE_BYTES / 1024 / 1024

/** Validates a JSON value as a message. Returns the refusal if it is not one. */
export const messageOf = (value: unknown): { readonly value: Message } | Refusal => {
  if (!isJsonObject(value)) return invalid(null, "A message must be a JSON object.")
  const problem = problemOf(value)
  return problem === undefined ? { value } : invalid(value["id"], `${problem} Nothing was done.`)
}

const read = (line: Line): Incoming => {
  if (line._tag === "TooLong") {
    const problem = `The message has more than ${MEGABYTES} MB, the maximum message size.`
    return invalid(idOf(line.head, line.tail), `${problem} Nothing was done; send less at a time.`)
  }
  const json = line._tag === "Line" ? parse(line.text) : undefined
  if (json === undefined) return NOT_JSON
  const { value } = json
  if (isDeeperThan(MAX_DEPTH, value)) {
    const id = isJsonObject(value) ? value["id"] : undefined
    return invalid(id, `The message nests deeper than ${MAX_DEPTH} levels. Nothing was done.`)
  }
  return Array.isArray(value) ? { value } : messageOf(value)
}

/** Takes chunks of standard input and returns the messages that each one completes. */
export const makeReader = (): ((chunk: Uint8Array) => ReadonlyArray<Incoming>) => {
  const lines = makeLines(MAX_MESSAGE_BYTES)
  return (chunk) => lines(chunk).map(read)
}
