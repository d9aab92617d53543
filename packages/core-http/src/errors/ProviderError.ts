/**
 * The one error class of every client: what the provider (or our own guard) answered, as a closed `reason`.
 *
 * Reasons are facts: what happened, what certainly did not, and what would mend it (`Remedy`). What to do about it is
 * written by the surface that shows the error. No message holds a secret, a query string or a body.
 */
import * as Data from "effect/Data"
import { NodeInspectSymbol } from "effect/Inspectable"

import { jsonBeginning } from "../json/beginning.ts"
import { clean } from "../text/ProviderText.ts"
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

/** These are about an earlier request too, which was sent. */
const isOfEarlierRequest = (reason: Reason): boolean =>
  reason._tag === "Refused" && (reason.guard === "undecided" || reason.guard === "unkept")

/** What certainly did not happen, as a sentence; `""` where the reason does not say. */
export const nothingOf = (reason: Reason): string =>
  reason.nothing === undefined ? "" : `Nothing was ${reason.nothing}${isOfEarlierRequest(reason) ? " now" : ""}.`

/** A failed call: `provider` is the plugin's id, `operation` the client's method or the tool step. */
export class ProviderError extends Data.TaggedError("ProviderError")<{
  readonly provider: string
  readonly operation: string
  readonly reason: Reason
  /** Set where a paid request may have been served although no answer came back, or none that is understood. */
  readonly charged?: "unknown"
  /** Set where a change may have been made although no answer came back, or none that is understood. */
  readonly outcome?: "unknown"
  /** The answer that may have been paid for and is not understood: its JSON, or its text; without the account's key. */
  readonly raw?: unknown
  /** What was asked for, where our guards let it pass: method and path, such as `GET /repos/acme/widgets`; no query string. */
  readonly resource?: string
  /** HTTP status of the answer, where one came. */
  readonly status?: number
  /** The provider's name for the request, by which its support finds it: the answer's `x-request-id` or a header like it. */
  readonly requestId?: string
}> {
  override get message(): string {
    return `${this.reason.what} ${nothingOf(this.reason)}`.trim()
  }
  /** What a log gets of it: `toJson` without the answer, which may hold somebody's address and number. */
  override toJSON(): Omit<ErrorJson["error"], "raw"> & { readonly _tag: "ProviderError" } {
    const { raw: _raw, ...facts } = toJson(this).error
    return { _tag: "ProviderError", ...facts }
  }
  /** What `console.log` writes: message, stack and facts. The answer is left to whoever reads `raw`. */
  override [NodeInspectSymbol](): string {
    const { _tag, message: _message, ...facts } = this.toJSON()
    const { resource, status, requestId } = this
    const raw = this.raw === undefined ? {} : { raw: "left out of logs: read error.raw" }
    const factsJson = JSON.stringify({ ...facts, resource, status, requestId, ...raw })
    return clean(`${this.stack ?? `${_tag}: ${this.message}`}\n  ${factsJson}`)
  }
  /** Whether the same call may succeed later without a change, and does no harm if the first was carried out. */
  get isRetryable(): boolean {
    return this.outcome === undefined && this.charged === undefined && isRetryable(this.reason)
  }
}

/** What an error is made of, to make another one of it. */
export const factsOf = ({
  provider,
  operation,
  reason,
  charged,
  outcome,
  raw,
  resource,
  status,
  requestId
}: ProviderError): ConstructorParameters<typeof ProviderError>[0] => ({
  provider,
  operation,
  reason,
  ...(charged !== undefined && { charged }),
  ...(outcome !== undefined && { outcome }),
  ...(raw !== undefined && { raw }),
  ...(resource !== undefined && { resource }),
  ...(status !== undefined && { status }),
  ...(requestId !== undefined && { requestId })
})

/** The same error with another reason, everything else that is known of it kept. */
export const withReason = (error: ProviderError, reason: Reason): ProviderError =>
  new ProviderError({ ...factsOf(error), reason })

/** Whether the same call may succeed later without a change. */
export const isRetryable = (reason: Reason): boolean =>
  reason._tag === "RateLimited" ||
  reason._tag === "Unavailable" ||
  reason._tag === "Timeout" ||
  reason._tag === "Transport"

/** Whether the answer proves that the provider did nothing (and so charged nothing). A 5xx or a lost answer does not. */
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
    /** What to do about it, in the words of the surface that shows it. */
    readonly fix?: string
    /** Where no surface has written words yet. */
    readonly remedy?: Remedy
    readonly nothing?: Facts["nothing"]
    /** Which of our own guards said no, for `Refused`. */
    readonly guard?: Refused["guard"]
    readonly retryAfterSeconds?: number
    readonly resetsAt?: string
    readonly needs?: string
    readonly fields?: ReadonlyArray<FieldError>
    readonly known?: ReadonlyArray<string>
    readonly charged?: "unknown"
    readonly outcome?: "unknown"
    /** As it came, or the first part of its text where it is long. */
    readonly raw?: unknown
  }
}

/** Of an error's JSON, so that the whole stays below the 16 KB of any answer. */
const MAX_RAW_BYTES = 14_000

const rawOf = (raw: unknown): unknown => {
  const text = jsonBeginning(raw, MAX_RAW_BYTES)
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= MAX_RAW_BYTES) return raw
  const start = new TextDecoder().decode(bytes.slice(0, MAX_RAW_BYTES), { stream: true })
  return `${start}… (the first ${MAX_RAW_BYTES} bytes)`
}

/**
 * An error as JSON, for output that programs read.
 * @param advice what to do about it, in the words of the surface that shows it; without it, `remedy` and `nothing` as facts
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
    error: {
      reason: _tag,
      message: advice === undefined ? error.message : `${what} ${advice}`.trim(),
      provider: error.provider,
      operation: error.operation,
      ...(advice !== undefined && advice !== "" && { fix: advice }),
      ...(advice === undefined && remedy !== undefined && { remedy }),
      ...(advice === undefined && nothing !== undefined && { nothing }),
      ...(guard !== undefined && { guard }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(resetsAt !== undefined && { resetsAt }),
      ...(needs !== undefined && { needs }),
      ...(fields !== undefined && { fields }),
      ...(known !== undefined && { known }),
      ...(error.charged !== undefined && { charged: error.charged }),
      ...(error.outcome !== undefined && { outcome: error.outcome }),
      ...(error.raw !== undefined && { raw: rawOf(error.raw) })
    }
  }
}

/** Malformed input, in the words of its fields: nothing was sent. */
export const invalidReason = (fields: ReadonlyArray<FieldError>): Invalid => ({
  _tag: "Invalid",
  what: fields.map((f) => (f.field === "" ? f.message : `${f.field} ${f.message}`)).join("; ") + ".",
  remedy: { to: "correctInput" },
  nothing: "sent",
  fields
})

/** `invalidReason` as a step's or a client's error. */
export const invalid = (provider: string, operation: string, fields: ReadonlyArray<FieldError>): ProviderError =>
  new ProviderError({ provider, operation, reason: invalidReason(fields) })
