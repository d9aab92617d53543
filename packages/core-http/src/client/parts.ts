/**
 * Parts of a client that not every program needs. Each is code of its own, which comes only with who imports it: `Client.make`
 * has all of them, `Client.makeFree` all but purchases, `Client.makeSmall` purchases alone.
 */
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"

import type { RequestHeaders } from "../address/RequestHeaders.ts"
import type { Invalid, ProviderError, Reason, Refused } from "../errors/ProviderError.ts"
import type { Redactor } from "../redaction/Redaction.ts"
import type { Redactors } from "../redaction/redactors.ts"
import type { Answer } from "../spend/Spend.ts"
import type { SeparateList, Transport, TransportResponse } from "../transport/Transport.ts"
import type { CallRequest, ClientOptions } from "./options.ts"
import type { Purchases } from "./purchases.ts"

/** Why an answer is none, and what came in its place. */
export interface Rejected {
  readonly reason: Reason
  /** Its JSON, or the first part of its text where it is no JSON; without the account's key. */
  readonly raw?: unknown
}

/** An answer's body, or why it has none. */
export type Parsed = Result.Result<unknown, Rejected>

/** An answer, or why it is none. */
export type Judged = Result.Result<Answer, Rejected>

/** Reads long answers in pieces. Without it, any answer is read at once, however long that takes. */
export interface LargeAnswers {
  readonly isLarge: (text: string) => boolean
  readonly text: (text: string, echoes: Redactor) => Effect.Effect<Parsed>
  readonly json: (response: TransportResponse, maxBytes: number, echoes: Redactor) => Effect.Effect<Parsed>
  /** Whether a list may be read apart: its numbers are not looked through for keys. */
  readonly mayBeSeparate: (echoes: Redactor) => boolean
  /** An answer with its list that was read apart, without the account's key. */
  readonly withList: (
    answer: Judged | Effect.Effect<Judged>,
    list: SeparateList,
    echoes: Redactor
  ) => Effect.Effect<Judged>
}

/** Where a redirect leads: to another endpoint of the same account, or to a link whose text is fetched. */
export type Followed =
  | { readonly kind: "moved"; readonly url: URL; readonly path: string; readonly endpoint: string }
  | { readonly kind: "download"; readonly answer: Effect.Effect<Answer, Reason> }

/** Follows the redirects that a request allows. Without it, every redirect is refused, as a browser forces it to be. */
export type Redirects = (
  options: Pick<ClientOptions, "baseAddress" | "pathStyle">,
  transport: Transport["Service"],
  redactors: () => Redactors
) => (request: CallRequest, asked: URL, response: TransportResponse) => Followed | undefined

/** The guard of headers that callers write. Without it, none is sent: a request that has any is refused. */
export type CheckHeaders = (
  headers: RequestHeaders,
  credential: string,
  fixed?: RequestHeaders
) => Result.Result<RequestHeaders, Invalid | Refused>

/** Makes a span around a call. Without it, calls have none. */
export type Traced = (name: string, call: Effect.Effect<Answer, ProviderError>) => Effect.Effect<Answer, ProviderError>

export interface Parts {
  readonly largeAnswers?: LargeAnswers
  readonly redirects?: Redirects
  readonly checkHeaders?: CheckHeaders
  readonly traced?: Traced
  /** Without it, every call is free. */
  readonly purchases?: Purchases
}
