/**
 * Optional parts of a client. Each is a module that only the programs that import it have to load: `Client.make` has
 * all of them but `redirects`, which is passed to it, `Client.makeFree` all of these but the two of purchases, and
 * `Client.makeSmall` only purchases and, if given, a header guard.
 */
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"

import type { RequestHeaders } from "../address/RequestHeaders.ts"
import type { Budget } from "../budget/Budget.ts"
import type { Invalid, ProviderError, Reason, Refused } from "../errors/ProviderError.ts"
import type { Redactor } from "../redaction/Redaction.ts"
import type { Redactors } from "../redaction/redactors.ts"
import type { Answer } from "../spend/Spend.ts"
import type { SeparateList, Transport, TransportFailure, TransportResponse } from "../transport/Transport.ts"
import type { CallRequest, ClientOptions } from "./options.ts"
import type { Purchases } from "./purchases.ts"

/** Why an answer was rejected, and what was received. */
export interface Rejection {
  readonly reason: Reason
  /** The answer's JSON, or the beginning of its text if it is not JSON, without the account's key. */
  readonly raw?: unknown
}

/** The body of an answer, or why it cannot be read. */
export type ParsedBody = Result.Result<unknown, Rejection>

/** An answer, or why it was rejected. */
export type JudgedAnswer = Result.Result<Answer, Rejection>

/** Reads long answers in pieces. Without this part, an answer is read in one go, however long that takes. */
export interface LargeAnswers {
  readonly isLarge: (text: string) => boolean
  readonly text: (text: string, echoes: Redactor) => Effect.Effect<ParsedBody>
  readonly json: (response: TransportResponse, maxBytes: number, echoes: Redactor) => Effect.Effect<ParsedBody>
  /**
   * Returns whether a list may be read separately. The numbers of such a list are not searched for keys, so a key must
   * not be a number.
   */
  readonly mayBeSeparate: (echoes: Redactor) => boolean
  /** Adds a separately read list to its answer, without the account's key. */
  readonly withList: (
    answer: JudgedAnswer | Effect.Effect<JudgedAnswer>,
    list: SeparateList,
    echoes: Redactor
  ) => Effect.Effect<JudgedAnswer>
}

/** What came back for a request, if anything did. */
export type Sent = Result.Result<TransportResponse, TransportFailure>

/** The call whose redirect may be followed: how another request is sent in its place, and how it ends. */
export interface Redirected {
  readonly request: CallRequest
  readonly target: { readonly url: URL }
  readonly observe: (headers: TransportResponse["headers"]) => Effect.Effect<void>
  /** Fails if another request may not be sent now. */
  readonly take: Effect.Effect<void, ProviderError>
  readonly send: (url: URL) => Effect.Effect<Sent>
  readonly judge: (
    sent: Sent,
    target: { readonly url: URL; readonly path: string }
  ) => Effect.Effect<Answer, ProviderError>
  readonly fail: (reason: Reason) => ProviderError
}

/**
 * Follows the redirects that a request allows: to another endpoint of the same account, or to a signed link whose text
 * is fetched. Returns `undefined` if there is none. Without this part, every redirect is refused, as is unavoidable in a
 * browser.
 */
export type Redirects = (
  options: Pick<ClientOptions, "baseAddress" | "pathStyle" | "guard">,
  transport: Transport["Service"],
  redactors: () => Redactors
) => (sent: Sent, call: Redirected) => Effect.Effect<Answer, ProviderError> | undefined

/** The guard of the headers that callers set. Without this part, a request with headers is refused. */
export type CheckHeaders = (
  headers: RequestHeaders,
  credential: string,
  fixed?: RequestHeaders
) => Result.Result<RequestHeaders, Invalid | Refused>

/** Wraps a call in a tracing span. Without this part, calls have no span. */
export type Traced = (name: string, call: Effect.Effect<Answer, ProviderError>) => Effect.Effect<Answer, ProviderError>

/** Keeps the budget where other processes share it. Without this part, it is this process's alone. */
export type Shared = (budget: Budget) => Effect.Effect<Budget>

/** Finishes an interrupted purchase, if the program wants that. Without this part, its request is aborted. */
export type Finishing = <A, E, R>(
  purchase: Effect.Effect<A, E, R>,
  progress: { mayBeServed: boolean }
) => Effect.Effect<A, E, R>

export interface Parts {
  readonly largeAnswers?: LargeAnswers
  readonly redirects?: Redirects | undefined
  readonly checkHeaders?: CheckHeaders
  readonly traced?: Traced
  readonly shared?: Shared
  /** Without this part, every call is free. */
  readonly purchases?: Purchases
  readonly finishing?: Finishing
}
