/** What a fault is, and the few words that faults are written in. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** One request, read to its end, and everything that can be done to it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The connection: for what `response` would not write. */
  readonly socket: Socket
  /** Requests on this connection so far, this one included. */
  readonly nth: number
  /** Another origin; what arrives there was led there. */
  readonly elsewhere: string
}

interface Described {
  /** What a client meets, in a few words. */
  readonly describes: string
}

/** Answers a request. */
export interface AnswerFault extends Described {
  readonly respond: (exchange: Exchange) => void
}
/** Does it to the connection itself, before a request can be read. */
export interface ConnectionFault extends Described {
  readonly accept: (socket: Socket) => void
  /** The scheme by which clients are sent here. */
  readonly scheme?: "https"
}
/** Nobody listens. */
export interface RefusedFault extends Described {
  readonly refuses: true
}

export type Fault = AnswerFault | ConnectionFault | RefusedFault
export type Faults = Readonly<Record<string, Fault>>

/** What the server would answer if nothing were wrong. */
export const GOOD = '{"id":7,"name":"Ada"}'

export const JSON_TYPE = "application/json"

/** A whole, well-framed answer. */
export const answers =
  (status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
  ({ response }: Exchange): void =>
    void response.writeHead(status, { "content-type": JSON_TYPE, ...headers }).end(body)

/** Bytes past Node's own idea of an answer; the connection stays open. */
export const writes = (socket: Socket, ...parts: ReadonlyArray<string | Buffer>): void => {
  for (const part of parts) socket.write(part)
}

/** Status line and headers, as bytes. */
export const lines = (...each: ReadonlyArray<string>): string => `${each.join("\r\n")}\r\n\r\n`

/** What begins a good answer, the last one on its connection: a client that kept it would lose its next request. */
export const head = (...headers: ReadonlyArray<string>): string =>
  lines("HTTP/1.1 200 OK", `content-type: ${JSON_TYPE}`, "connection: close", ...headers)

/** Repeats until the connection is gone. */
export const every = (socket: Socket, millis: number, act: () => void): void => {
  const timer = setInterval(act, millis)
  socket.once("close", () => clearInterval(timer))
}

/** So that what was written before has left the machine: a reset throws away what has not. */
export const soon = (act: () => void): void => void setTimeout(act, 20)

/** Built when first asked for, and kept. */
export const lazy = <A>(build: () => A): (() => A) => {
  let cell: { readonly value: A } | undefined
  return () => (cell ??= { value: build() }).value
}
