/** What a client is asked, and what it has to know of an account and its provider. */
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
  /** Names the call in errors, spans and the ledger: `enrichPerson`. */
  readonly operation: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below the base address, in the provider's path style. */
  readonly endpoint: string
  /** The caller's own, behind the guard of `RequestHeaders`; an `accept` here takes the default's place. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /**
   * Whether the call changes something; by default true of every method but GET. Say `false` of a POST that only reads. What
   * changes something or costs is never repeated where it may have been carried out.
   */
  readonly changes?: boolean
  /** Where to see whether a change whose answer was lost was made, as a noun: "the newest issues of acme/widgets". */
  readonly lookAt?: string
  /** Follow a GET's redirect to the same account's base address, once: what was renamed or moved. */
  readonly followMoved?: boolean
  /** Fetch the text that a GET's redirect to a signed link names, without the credential. */
  readonly followDownload?: Download
  /** The most bytes to read of this answer, instead of the client's own limit. */
  readonly maxBodyBytes?: number
  /**
   * Reads a list of the answer apart, from its bytes, where it is a long one of a shape that the reader knows: then `list`
   * of the answer is what the reader made of it, and `body` has an empty list in its place. Everything else is read as JSON.
   */
  readonly bodyReader?: () => BodyReader
}

/** How to read what a signed link leads to. */
export interface Download {
  /** The most bytes to read. */
  readonly maxBytes: number
  /** Keep only so many characters of its end. */
  readonly tail?: number
}

/** A provider's answer before it is judged. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded JSON, an integer past 2^53 - 1 as the string of its digits; `null` for an empty body. A text as it is. */
  readonly body: unknown
  /** Unix time in milliseconds. */
  readonly receivedAtMillis: number
}

/** What a provider means by a redirect, where it means more than that the base address moved. */
export interface RedirectMeaning {
  /** A sentence. */
  readonly what?: string
  readonly remedy?: Remedy
}

/** How a provider limits a call. */
export interface RequestPolicy {
  /** Which of its rate limits the call counts against; by default `Budget.CORE`. */
  readonly resource?: string
  /** What the call costs at most, in the units of that limit; 1 by default. */
  readonly units?: number
  /** Calls of one lane go one at a time; the budget knows the lane's pause. */
  readonly lane?: string
}

/** An account, and the request policy and prices of its provider. */
export interface ClientOptions {
  /** The plugin's id. */
  readonly provider: string
  readonly baseAddress: BaseAddress
  readonly pathStyle: PathStyle
  readonly credential: Credential | TokenSource
  /** Sent with every request; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBodyBytes?: number
  readonly retry?: RetryOptions
  /**
   * Shared by several clients of one account: those of its other base addresses. Where `BudgetScope` names the account, it is
   * kept in `SharedBudgets`.
   */
  readonly budget: Budget
  /** Says why an answer is a failure, or that it is none. The path is as for `quote`; method and body are the request's. */
  readonly failureOf: (
    answer: RawAnswer,
    path: string,
    method: CallRequest["method"],
    body: CallRequest["body"]
  ) => Reason | undefined
  /** What the provider means by a redirect; `undefined` where that is only that the address is another one. */
  readonly redirected?: (status: number, isSameHost: boolean) => RedirectMeaning | undefined
  /**
   * What a request costs; `undefined` for a free one. The path is below the base address, starts with a slash, and is
   * fit for comparing: `Endpoint.comparable`.
   */
  readonly quote?: (request: CallRequest, path: string) => Omit<Quote, "purse"> | undefined
  /** The account's own restrictions: why nothing is sent of a request. The path is as for `quote`. */
  readonly guard?: (request: CallRequest, path: string) => Reason | undefined
  /** Without it, every call counts against the one limit of the account, and none goes in a lane. */
  readonly requestPolicy?: (request: CallRequest, path: string) => RequestPolicy
  /** What an answer's body says that its call cost, where the headers do not. The path is as for `quote`. */
  readonly usage?: (answer: RawAnswer, path: string) => Usage | undefined
  /**
   * Whether answers of a media type are text, not JSON: then `body` is the text. The type is in lower case and without
   * parameters; empty where an answer names none. The path is as for `quote`.
   */
  readonly isText?: (mediaType: string, path: string) => boolean
  /**
   * Keeps what GETs answered, and asks for it again by its ETag: a provider that answers 304 does not count it. Nothing is
   * answered without asking. Given by those who want it, so that others need not carry it.
   */
  readonly conditionalReads?: ConditionalReads
}
