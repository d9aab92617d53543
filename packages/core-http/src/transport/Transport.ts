/**
 * The port that sends one request and reads one size-limited answer. Layers: `./node` (undici) and `./fetch`
 * (browsers). A transport never follows a redirect, never adds trace headers, and stops when its fiber is interrupted.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"

import type { BodyReader, SeparateList } from "./BodyReader.ts"

export type { ArrivedBytes, BodyReader, SeparatedBody, SeparateList } from "./BodyReader.ts"

/** A complete request. */
export interface TransportRequest {
  readonly method: string
  readonly url: URL
  /** Names are in lower case. Includes the credential. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The most bytes to read of the answer, after decompression. */
  readonly maxBodyBytes: number
  /**
   * Send on a connection that carried no other request, and close it afterwards, so that surplus bytes of one answer
   * cannot be taken for another's. Used for paid requests. Has no effect in browsers, which manage their connections
   * themselves.
   */
  readonly alone?: boolean
  /**
   * Called with the stage of the request, by transports that can tell: still without a connection, or sending its
   * bytes. A request is assumed to be sending from the start if its transport does not call this.
   */
  readonly onProgress?: (stage: "connecting" | "sending") => void
  /**
   * Called before an answer's body is read, by transports that can tell. The body may still fail, or never end.
   */
  readonly onHead?: (head: ResponseHead) => void
  /**
   * Makes a reader for a long successful answer, for transports that read bytes. Others read the whole answer as text.
   */
  readonly bodyReader?: () => BodyReader
}

/** What of an answer arrives before its body. */
export interface ResponseHead {
  readonly status: number
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** An answer that was read to its end. */
export interface TransportResponse extends ResponseHead {
  /** The whole body, without the items of `list` if there is one. */
  readonly text: string
  /** What `bodyReader` read separately. */
  readonly list?: SeparateList
}

/** Why no answer could be read. */
export class TransportFailure extends Data.TaggedError("TransportFailure")<{
  /** `guarded`: the program does not connect to this address. */
  readonly kind: "network" | "redirect" | "too-large" | "unreadable" | "guarded"
  /** What happened, in words that are safe to show. */
  readonly detail: string
  /** Whether the request may have reached the provider. */
  readonly sent: boolean
}> {}

/** Sends requests. */
export class Transport extends Context.Service<
  Transport,
  {
    /** Sends one request. An interruption closes the connection. */
    readonly send: (request: TransportRequest) => Effect.Effect<TransportResponse, TransportFailure>
  }
>()("@inlay/core-http/Transport") {}
