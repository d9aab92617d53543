/** The request of a call, and what a client has to know about an account and its provider. */
import type { BaseAddress } from "../address/BaseAddress.ts"
import type { PathStyle } from "../address/Endpoint.ts"
import type { Budget, Usage } from "../budget/Budget.ts"
import type { Credential } from "../credential/Credential.ts"
import type { TokenSource } from "../credential/TokenSource.ts"
import type { Reason } from "../errors/ProviderError.ts"
import type { Remedy } from "../errors/Remedy.ts"
import type { Quote } from "../spend/Spend.ts"
import type { BodyReader } from "../transport/BodyReader.ts"
import type { ConditionalReads } from "./ConditionalReads.ts"
import type { RetryOptions } from "./Retry.ts"

/** One call below the account's base address. */
export interface CallRequest {
  /** The call's name in errors, spans and the ledger, such as `enrichPerson`. */
  readonly operation: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** The path below the base address, in the provider's path style. */
  readonly endpoint: string
  /** The caller's headers, checked by `RequestHeaders`. An `accept` here replaces the default. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /**
   * Whether the call changes something. The default is true for every method but GET, so pass `false` for a POST that
   * only reads. A call that changes something or costs credits is never repeated if it may have been carried out.
   */
  readonly changes?: boolean
  /** Where to check whether a change was made if its answer is lost, as a noun: "the newest issues of acme/widgets". */
  readonly lookAt?: string
  /**
   * With a client that has `redirects`: follow a GET's redirect once if it stays under the account's base address, as for
   * a renamed or moved resource.
   */
  readonly followMoved?: boolean
  /** With such a client: follow a GET's redirect to a signed link and fetch its text, without the credential. */
  readonly followDownload?: Download
  /** The most bytes to read of this answer, in place of the client's own limit. */
  readonly maxBodyBytes?: number
  /**
   * Reads one list of a long answer directly from its bytes, if the answer has the shape that the reader knows. `list`
   * of the answer is then what the reader made of it, and `body` has an empty list in its place. Every other answer is
   * read as JSON.
   */
  readonly bodyReader?: () => BodyReader
}

/** How to read the target of a signed link. */
export interface Download {
  /** The most bytes to read. */
  readonly maxBytes: number
  /** Keep only this many characters of the end. */
  readonly tail?: number
}

/** A provider's answer before it is judged. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /**
   * Decoded JSON, with integers past 2^53 - 1 as the string of their digits; `null` for an empty body. An answer that
   * is text is not decoded.
   */
  readonly body: unknown
  /** Unix time in milliseconds. */
  readonly receivedAtMillis: number
}

/** What a provider means by a redirect, if it means more than that the base address moved. */
export interface RedirectMeaning {
  /** A sentence. */
  readonly what?: string
  readonly remedy?: Remedy
}

/** How a provider limits a call. */
export interface RequestPolicy {
  /** The provider's rate limit that the call counts against. Default `Budget.CORE`. */
  readonly resource?: string
  /** The most that the call costs, in units of that limit. Default 1. */
  readonly units?: number
  /** Calls of one lane run one at a time. The budget knows the lane's pause. */
  readonly lane?: string
}

/** An account, and the request policy and prices of its provider. */
export interface ClientOptions {
  /** The plugin's id. */
  readonly provider: string
  readonly baseAddress: BaseAddress
  readonly pathStyle: PathStyle
  readonly credential: Credential | TokenSource
  /** Sent with every request. Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBodyBytes?: number
  readonly retry?: RetryOptions
  /**
   * Shared by the clients of all base addresses of one account. If `BudgetScope` names the account, the budget is kept
   * in `SharedBudgets`.
   */
  readonly budget: Budget
  /**
   * Returns why an answer is a failure, or `undefined` if it is not. The path is as for `quote`; method and body are
   * the request's.
   */
  readonly failureOf: (
    answer: RawAnswer,
    path: string,
    method: CallRequest["method"],
    body: CallRequest["body"]
  ) => Reason | undefined
  /** Whether an error carries the answer as `raw` although it cannot have been paid for. */
  readonly keepsRefusals?: boolean
  /** Returns what the provider means by a redirect, or `undefined` if it only means that the address has changed. */
  readonly redirected?: (status: number, isSameHost: boolean) => RedirectMeaning | undefined
  /**
   * Returns what a request costs, or `undefined` if it is free. The path is below the base address, starts with a
   * slash, and is normalised by `Endpoint.comparable`.
   */
  readonly quote?: (request: CallRequest, path: string) => Omit<Quote, "purse"> | undefined
  /** Enforces the account's own restrictions: returns why a request is not sent, if so. The path is as for `quote`. */
  readonly guard?: (request: CallRequest, path: string) => Reason | undefined
  /** Without it, every call counts against the account's single limit, and no call uses a lane. */
  readonly requestPolicy?: (request: CallRequest, path: string) => RequestPolicy
  /** Returns the cost of a call as its answer's body reports it, if the headers do not. The path is as for `quote`. */
  readonly usage?: (answer: RawAnswer, path: string) => Usage | undefined
  /**
   * Returns whether answers of a media type are text instead of JSON; `body` is then the text. The type is in lower
   * case and without parameters, and empty if an answer names none. The path is as for `quote`.
   */
  readonly isText?: (mediaType: string, path: string) => boolean
  /**
   * Caches the answers of GETs and revalidates them by ETag, which saves rate limit at providers that do not count a
   * 304. Cached answers are always revalidated. It is passed in so that programs without it need not bundle it.
   */
  readonly conditionalReads?: ConditionalReads
}
