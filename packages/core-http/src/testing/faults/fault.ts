/** The definition of a fault, and helpers to write faults. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** One request that was read to its end, and the means to answer it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The connection, for what `response` would not write. */
  readonly socket: Socket
  /** The number of requests on this connection so far, including this one. */
  readonly nth: number
  /** Another origin, as the target of redirects. */
  readonly elsewhere: string
}

interface Described {
  /** What a client encounters, in a few words. */
  readonly describes: string
}

/** A fault in the answer to a request. */
export interface AnswerFault extends Described {
  readonly respond: (exchange: Exchange) => void
}
/** A fault of the connection itself, before a request can be read. */
export interface ConnectionFault extends Described {
  readonly accept: (socket: Socket) => void
  /** The scheme of the fault's origin. */
  readonly scheme?: "https"
}
/** A fault with no server listening. */
export interface RefusedFault extends Described {
  readonly refuses: true
}

export type Fault = AnswerFault | ConnectionFault | RefusedFault
export type Faults = Readonly<Record<string, Fault>>

/** What the server would answer without the fault. */
export const GOOD = '{"id":7,"name":"Ada"}'

export const JSON_TYPE = "application/json"

/** Sends a complete, correctly framed answer. */
export const answers =
  (status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
  ({ response }: Exchange): void =>
    void response.writeHead(status, { "content-type": JSON_TYPE, ...headers }).end(body)

/** Writes raw bytes that Node would not send as an answer. The connection stays open. */
export const writes = (socket: Socket, ...parts: ReadonlyArray<string | Buffer>): void => {
  for (const part of parts) socket.write(part)
}

/** Formats a status line and headers. */
export const lines = (...each: ReadonlyArray<string>): string => `${each.join("\r\n")}\r\n\r\n`

/**
 * The head of a good answer that closes its connection. If a client kept the connection, its next request would be
 * lost.
 */
export const head = (...headers: ReadonlyArray<string>): string =>
  lines("HTTP/1.1 200 OK", `content-type: ${JSON_TYPE}`, "connection: close", ...headers)

/** Repeats an action until the connection is closed. */
export const every = (socket: Socket, millis: number, act: () => void): void => {
  const timer = setInterval(act, millis)
  socket.once("close", () => clearInterval(timer))
}

/** Delays an action until earlier writes have left the machine, because a reset discards what has not been sent. */
export const soon = (act: () => void): void => void setTimeout(act, 20)

/** Builds a value when it is first needed, and caches it. */
export const lazy = <A>(build: () => A): (() => A) => {
  let cell: { readonly value: A } | undefined
  return () => (cell ??= { value: build() }).value
}
