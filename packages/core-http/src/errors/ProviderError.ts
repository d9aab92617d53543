/**
 * The error class of every client. Its closed `reason` says what the provider, or one of our own guards, answered.
 *
 * Reasons are facts: what happened, what certainly did not happen, and what would fix it (`Remedy`). The surface that
 * shows the error writes the advice. No message contains a secret, a query string or a body.
 */
import * as Data from "effect/Data"
import { NodeInspectSymbol } from "effect/Inspectable"

import { jsonBeginning } from "../json/beginning.ts"
import { defined } from "../json/object.ts"
import { clean, line } from "../text/ProviderText.ts"
import type {
  Facts,
  FieldError,
  Forbidden,
  Invalid,
  NotFound,
  QuotaExhausted,
  RateLimited,
  Reason,
  Refused
} from "./Reason.ts"
import type { Remedy } from "./Remedy.ts"

export type * from "./Reason.ts"

/**
 * Whether a call was refused because of an earlier request, which was sent and about which its caller has not decided.
 */
export const isOfEarlierRequest = (reason: Reason): boolean =>
  reason._tag === "Refused" && (reason.guard === "unknownCharge" || reason.guard === "uncached")

/** What certainly did not happen, as a sentence, or `""` if the reason does not say. */
export const nothingOf = (reason: Reason): string =>
  reason.nothing === undefined ? "" : `Nothing was ${reason.nothing}${isOfEarlierRequest(reason) ? " now" : ""}.`

/** A failed call. `provider` is the plugin's id, `operation` the client's method or the tool step. */
export class ProviderError extends Data.TaggedError("ProviderError")<{
  readonly provider: string
  readonly operation: string
  readonly reason: Reason
  /** Set if a paid request may have been served but its answer is missing or not understood. */
  readonly charged?: "unknown"
  /** Set if a change may have been made but its answer is missing or not understood. */
  readonly outcome?: "unknown"
  /** The answer that may have been paid for but was not understood, as JSON or text, without the account's key. */
  readonly raw?: unknown
  /**
   * Method and path of the request, such as `GET /repos/acme/widgets`, without the query string. Set if our guards
   * allowed the request.
   */
  readonly resource?: string
  /** HTTP status of the answer, if there was one. */
  readonly status?: number
  /**
   * The provider's id of the request, by which its support can find it: the answer's `x-request-id` or a similar
   * header.
   */
  readonly requestId?: string
}> {
  /** Errors of other copies of this module are instances, too: each client for programs without Effect bundles one. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== ProviderError) return Function.prototype[Symbol.hasInstance].call(this, value)
    return value instanceof Error && "_tag" in value && value._tag === "ProviderError"
  }
  override get message(): string {
    return `${this.reason.what} ${nothingOf(this.reason)}`.trim()
  }
  /**
   * The form for logs: `toJson` without the answer, which may contain a person's address and phone number, and with
   * what finds the request in the provider's own log.
   */
  override toJSON(): Omit<ErrorJson["error"], "raw"> &
    Pick<ProviderError, "resource" | "status" | "requestId"> & { readonly _tag: "ProviderError" } {
    const { raw: _raw, ...facts } = toJson(this).error
    const { resource, status, requestId } = this
    return defined({ _tag: "ProviderError", ...facts, resource, status, requestId })
  }
  /** What `console.log` writes: message, stack and facts. The answer is available only in `raw`. */
  override [NodeInspectSymbol](): string {
    const { _tag, message: _message, ...facts } = this.toJSON()
    const raw = this.raw === undefined ? {} : { raw: "omitted from logs: read error.raw" }
    return clean(`${this.stack ?? `${_tag}: ${this.message}`}\n  ${JSON.stringify({ ...facts, ...raw })}`)
  }
  /** Whether the same call may succeed later without a change, and does no harm if the first one was carried out. */
  get isRetryable(): boolean {
    return this.outcome === undefined && this.charged === undefined && isRetryable(this.reason)
  }
}

/** Returns the constructor's fields of an error, to build a changed copy. */
export const factsOf = (error: ProviderError): ConstructorParameters<typeof ProviderError>[0] => {
  const { provider, operation, reason, charged, outcome, raw, resource, status, requestId } = error
  return defined({ provider, operation, reason, charged, outcome, raw, resource, status, requestId })
}

/** Returns a copy of an error with another reason. */
export const withReason = (error: ProviderError, reason: Reason): ProviderError =>
  new ProviderError({ ...factsOf(error), reason })

/** Returns whether the same call may succeed later without a change. */
export const isRetryable = (reason: Reason): boolean =>
  reason._tag === "RateLimited" ||
  reason._tag === "Unavailable" ||
  reason._tag === "Timeout" ||
  reason._tag === "Transport"

/**
 * Returns whether the answer proves that the provider did nothing, and so charged nothing. A 5xx or a lost answer does
 * not prove it.
 */
export const provesNothingDone = (reason: Reason): boolean => {
  switch (reason._tag) {
    case "Unavailable":
    case "Decode":
      return false
    case "Timeout":
    case "Transport":
      return !reason.sent
    case "Refused":
      return reason.sent !== true
    default:
      return true
  }
}

/** The pinned JSON form of an error, as printed by `--json` and returned by the HTTP API. */
export interface ErrorJson {
  readonly error: {
    readonly reason: Reason["_tag"]
    readonly message: string
    readonly provider: string
    readonly operation: string
    /** What to do about it, in the words of the surface that shows the error. */
    readonly fix?: string
    /** Present if no surface has written advice. */
    readonly remedy?: Remedy
    readonly nothing?: Facts["nothing"]
    /** The guard that refused the call, for `Refused`. */
    readonly guard?: Refused["guard"]
    readonly retryAfterSeconds?: number
    readonly resetsAt?: string
    readonly needs?: string
    readonly fields?: ReadonlyArray<FieldError>
    readonly known?: ReadonlyArray<string>
    readonly charged?: "unknown"
    readonly outcome?: "unknown"
    /** The answer as received, or the beginning of its text if it is long. */
    readonly raw?: unknown
  }
}

/** The size limit of `raw`, which keeps the whole error below the 16 KB that any answer may have. */
const MAX_RAW_BYTES = 14_000

const rawOf = (raw: unknown): unknown => {
  const text = jsonBeginning(raw, MAX_RAW_BYTES)
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= MAX_RAW_BYTES) return raw
  const start = new TextDecoder().decode(bytes.slice(0, MAX_RAW_BYTES), { stream: true })
  return `${start}… (the first ${MAX_RAW_BYTES} bytes)`
}

/**
 * Converts an error to JSON, for output that programs read.
 * @param advice what to do about it, in the words of the surface that shows the error; without it, the JSON has
 * `remedy` and `nothing` instead
 */
export const toJson = (error: ProviderError, advice?: string): ErrorJson => {
  const { _tag, what, remedy, nothing, ...rest } = error.reason
  const { guard, retryAfterSeconds, resetsAt, needs, fields, known } = rest as Partial<
    Pick<Refused, "guard"> &
      Pick<RateLimited, "retryAfterSeconds"> &
      Pick<QuotaExhausted, "resetsAt"> &
      Pick<Forbidden, "needs"> &
      Pick<Invalid, "fields"> &
      Pick<NotFound, "known">
  >
  return {
    error: defined({
      reason: _tag,
      message: advice === undefined ? error.message : `${what} ${advice}`.trim(),
      provider: error.provider,
      operation: error.operation,
      ...(advice === undefined ? { remedy, nothing } : { fix: advice || undefined }),
      guard,
      retryAfterSeconds,
      resetsAt,
      needs,
      fields,
      known,
      charged: error.charged,
      outcome: error.outcome,
      raw: error.raw === undefined ? undefined : rawOf(error.raw)
    })
  }
}

/** How many wrong fields an error names. The others are counted: a list of thousands may be wrong in every item. */
export const MAX_NAMED_FIELDS = 20

/** How many characters it repeats of a field's name, and of what is wrong with it. Both may quote long input. */
const MAX_FIELD_CHARS = 200
const MAX_MESSAGE_CHARS = 1_000

const shortened = (text: string, maxChars: number): string => (text.length > maxChars ? line(text, maxChars) : text)

/** The reason for invalid input, with one message per field, for the first 20. Nothing was sent. */
export const invalidReason = (fields: ReadonlyArray<FieldError>): Invalid => {
  const shownFields = fields.slice(0, MAX_NAMED_FIELDS).map(({ field, message }) => ({
    field: shortened(field, MAX_FIELD_CHARS),
    message: shortened(message, MAX_MESSAGE_CHARS)
  }))
  const others = fields.length - shownFields.length
  const sentences = shownFields.map(({ field, message }) => (field === "" ? message : `${field} ${message}`))
  if (others > 0)
    sentences.push(`${others.toLocaleString("en")} more ${others === 1 ? "field is" : "fields are"} wrong`)
  return {
    _tag: "Invalid",
    what: `${sentences.join("; ")}.`,
    remedy: { to: "correctInput" },
    nothing: "sent",
    fields: shownFields
  }
}

/** `invalidReason` as the error of a step or a client. */
export const invalid = (provider: string, operation: string, fields: ReadonlyArray<FieldError>): ProviderError =>
  new ProviderError({ provider, operation, reason: invalidReason(fields) })

/**
 * The error of a response whose shape is not the documented one.
 * @param fields the wrong fields, if known
 */
export const undocumented = (provider: string, operation: string, fields: ReadonlyArray<string> = []): ProviderError =>
  new ProviderError({
    provider,
    operation,
    reason: {
      _tag: "Decode",
      what: `The answer is not as documented${fields.length === 0 ? "." : `: see ${fields.join(", ")}.`}`,
      remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
    }
  })
