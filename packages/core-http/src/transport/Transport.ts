/**
 * The port that sends one request and reads one bounded answer. Layers: `./node` (undici) and `./fetch` (browsers).
 * A transport never follows a redirect, never adds trace headers, and stops when its fiber is interrupted.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

import type { BodyReader, SeparateList } from "./BodyReader.ts"

export type { ArrivedBytes, BodyReader, SeparatedBody, SeparateList } from "./BodyReader.ts"

/** A request with everything in it. */
export interface TransportRequest {
  readonly method: string
  readonly url: URL
  /** Lower-case names; the credential included. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The most bytes to read of the answer, after decompression. */
  readonly maxBodyBytes: number
  /**
   * Never uses a connection that carried another request, nor leaves one behind: what a server sends too much of one
   * answer can then be nobody else's. For what costs. Without effect in browsers, whose connections are their own matter.
   */
  readonly alone?: boolean
  /**
   * Told where the request stands, by a transport that can tell: still without a connection, or its bytes are leaving.
   * One that says nothing counts as sending from the start.
   */
  readonly onProgress?: (stage: "connecting" | "sending") => void
  /** Makes the reader of a long successful answer, for a transport that reads bytes; others read the whole answer as text. */
  readonly bodyReader?: () => BodyReader
}

/** An answer read to its end. */
export interface TransportResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** The whole body; without the items of `list`, where there is one. */
  readonly text: string
  /** What `bodyReader` read apart. */
  readonly list?: SeparateList
}

/** Why no answer could be read. */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  /** `guarded`: the address is one that this program does not connect to. */
  readonly kind: "network" | "redirect" | "too-large" | "unreadable" | "guarded"
  /** What happened, safe to show. */
  readonly detail: string
  /** Whether the request may have reached the provider. */
  readonly sent: boolean
}> {}

/** Sends requests. */
export class Transport extends Context.Service<
  Transport,
  {
    /** Sends one request; its interruption ends the connection. */
    readonly send: (request: TransportRequest) => Effect.Effect<TransportResponse, TransportFailure>
  }
>()("@inlay/core-http/Transport") {}
