/** Why a call failed: facts, as a closed union. What to do about them is written by the surface that shows the error. */
import type { Remedy } from "./Remedy.ts"

/** One rejected input field; `field` is the input's own name, `""` for the input as a whole. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

export interface Facts {
  /** What happened: one sentence that can be read alone. */
  readonly what: string
  /** What would mend it, where that is known. */
  readonly remedy?: Remedy
  /** What certainly did not happen: no request was sent, nothing at the service was changed, nothing of ours was stored. */
  readonly nothing?: "sent" | "changed" | "stored"
}

/** What would connect an account where none is. */
export interface Connectable {
  readonly plugin: string
  /** Environment variables: each list makes an account by itself. */
  readonly variables: ReadonlyArray<ReadonlyArray<string>>
}

/** No valid credential: missing, wrong or revoked. */
export interface Unauthorized extends Facts {
  readonly _tag: "Unauthorized"
  /** Where no account is connected at all. */
  readonly connectable?: Connectable
  /** `false` where our own look at the credential refused it, and nothing was sent. */
  readonly sent?: false
}
/** The credential is valid but lacks a right; `needs` names the role or scope when the provider says it. */
export interface Forbidden extends Facts {
  readonly _tag: "Forbidden"
  readonly needs?: string
}
/** Nothing is there; `known` lists the nearest names where we know them. */
export interface NotFound extends Facts {
  readonly _tag: "NotFound"
  readonly known?: ReadonlyArray<string>
  /** Where an account was named and none is connected at all. */
  readonly connectable?: Connectable
}
/** The resource changed or is in a state that forbids the call. */
export interface Conflict extends Facts {
  readonly _tag: "Conflict"
  /**
   * What it is, where the provider says so: what was to be made exists; it changed since it was read; another change came first,
   * and the same call may succeed now; there is nothing in it yet; its state, or rules about it, forbid the call.
   */
  readonly because?: "exists" | "changed" | "overtaken" | "empty" | "state" | "rules"
}
/** The input was rejected, by us before sending or by the provider. */
export interface Invalid extends Facts {
  readonly _tag: "Invalid"
  readonly fields: ReadonlyArray<FieldError>
}
/** Too many requests; `retryAfterSeconds` is the provider's own wait where it gave one. */
export interface RateLimited extends Facts {
  readonly _tag: "RateLimited"
  readonly retryAfterSeconds?: number
  /** Said by a plugin where the wait is for all of the account's calls, not for this resource's alone; for the client. */
  readonly scope?: "account"
}
/** The plan's credits or quota are used up; `resetsAt` is ISO 8601 where known. */
export interface QuotaExhausted extends Facts {
  readonly _tag: "QuotaExhausted"
  readonly resetsAt?: string
}
/** Our own guard said no. Nothing was sent, but for a redirect: it is the answer to a request. */
export interface Refused extends Facts {
  readonly _tag: "Refused"
  readonly guard:
    | "endpoint"
    | "header"
    | "baseAddress"
    | "redirect"
    | "cap"
    | "undecided"
    /** Bought already, and the answer is not kept: a repeat costs again. */
    | "unkept"
    | "ledger"
    /** What the account's own settings keep it from: `readOnly` from writing, `restriction` from anything else. */
    | "restriction"
    | "vault"
    | "readOnly"
    /** An answer of a sign-in in a browser that is not its own. */
    | "signIn"
    /** The user was asked whether to pay, and did not agree. */
    | "declined"
  /** For a cap that was reached: which one, and the credits that count against it. */
  readonly cap?: {
    readonly kind: "day" | "run" | "principal" | "event"
    readonly limit: number
    readonly spent: number
  }
  /** For a redirect: whether the request may have been served all the same. Only 307 and 308 say that it was not. */
  readonly sent?: boolean
}
/** The provider failed: a 5xx status. `retryAfterSeconds` is as for `RateLimited`. */
export interface Unavailable extends Facts {
  readonly _tag: "Unavailable"
  readonly status: number
  readonly retryAfterSeconds?: number
}
/** The call's time limit passed; `sent` says whether a request may have been served by then. */
export interface Timeout extends Facts {
  readonly _tag: "Timeout"
  readonly sent: boolean
}
/** The network failed; `sent` says whether the request may have reached the provider. */
export interface Transport extends Facts {
  readonly _tag: "Transport"
  readonly sent: boolean
}
/** The answer could not be read: not JSON, cut short, too large. */
export interface Decode extends Facts {
  readonly _tag: "Decode"
}

/** Why a call failed: closed, so that callers can match on `_tag` exhaustively. */
export type Reason =
  | Unauthorized
  | Forbidden
  | NotFound
  | Conflict
  | Invalid
  | RateLimited
  | QuotaExhausted
  | Refused
  | Unavailable
  | Timeout
  | Transport
  | Decode
