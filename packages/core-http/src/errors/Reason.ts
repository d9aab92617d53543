/** Why a call failed, as a closed union of facts. The surface that shows the error writes what to do about it. */
import type { Remedy } from "./Remedy.ts"

/** One rejected input field; `field` is the input's own name, `""` for the input as a whole. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** What every reason of a failure says. */
export interface Facts {
  /** What happened, as one sentence that can be read alone. */
  readonly what: string
  /** What would fix it, if known. */
  readonly remedy?: Remedy
  /**
   * What certainly did not happen: no request was sent, nothing was changed at the service, or nothing of ours was
   * stored.
   */
  readonly nothing?: "sent" | "changed" | "stored"
}

/** How to connect an account if there is none. */
export interface Connectable {
  readonly plugin: string
  /** Environment variables. Each list is enough to configure an account. */
  readonly variables: ReadonlyArray<ReadonlyArray<string>>
}

/** No valid credential: missing, wrong or revoked. */
export interface Unauthorized extends Facts {
  readonly _tag: "Unauthorized"
  /** Set if no account is connected at all. */
  readonly connectable?: Connectable
  /** `false` if our own check refused the credential and nothing was sent. */
  readonly sent?: false
}
/** The credential is valid but lacks a right. `needs` names the role or scope if the provider says it. */
export interface Forbidden extends Facts {
  readonly _tag: "Forbidden"
  readonly needs?: string
}
/** Nothing was found under this name. `known` lists the nearest names if there are any. */
export interface NotFound extends Facts {
  readonly _tag: "NotFound"
  readonly known?: ReadonlyArray<string>
  /** Set if an account was named but none is connected at all. */
  readonly connectable?: Connectable
}
/** The resource changed or is in a state that forbids the call. */
export interface Conflict extends Facts {
  readonly _tag: "Conflict"
  /**
   * The kind of conflict, if the provider says so: `exists`: the thing to be created already exists; `changed`: it has
   * changed since it was read; `overtaken`: another change came first, and the same call may succeed now; `empty`:
   * there is nothing in it yet; `state` or `rules`: its state, or rules about it, forbid the call.
   */
  readonly because?: "exists" | "changed" | "overtaken" | "empty" | "state" | "rules"
}
/** The input was rejected, either by us before sending or by the provider. */
export interface Invalid extends Facts {
  readonly _tag: "Invalid"
  readonly fields: ReadonlyArray<FieldError>
}
/** Too many requests. `retryAfterSeconds` is the provider's own wait, if it gave one. */
export interface RateLimited extends Facts {
  readonly _tag: "RateLimited"
  readonly retryAfterSeconds?: number
  /**
   * Set by a plugin if all of the account's calls have to wait, and not only those of this resource. Read by the
   * client.
   */
  readonly scope?: "account"
}
/** The plan's credits or quota are used up. `resetsAt` is in ISO 8601, if known. */
export interface QuotaExhausted extends Facts {
  readonly _tag: "QuotaExhausted"
  readonly resetsAt?: string
}
/** Our own guard refused the call. Nothing was sent, except for a redirect, which is the answer to a request. */
export interface Refused extends Facts {
  readonly _tag: "Refused"
  readonly guard:
    | "endpoint"
    | "header"
    | "baseAddress"
    | "redirect"
    | "cap"
    /** It would cost more than the caller agreed to pay. */
    | "price"
    | "unknownCharge"
    /** The answer was bought before but is no longer available, so a repeat would cost again. */
    | "uncached"
    | "ledger"
    /** The account's own settings forbid the call: `readOnly` forbids writes, `restriction` anything else. */
    | "restriction"
    | "vault"
    | "readOnly"
    /** The answer of a browser sign-in that belongs to another sign-in. */
    | "signIn"
    /** The user was asked whether to pay, and declined. */
    | "declined"
  /** For a cap that was reached: its kind, and the credits that count against it. */
  readonly cap?: {
    readonly kind: "day" | "run" | "principal" | "event"
    readonly limit: number
    readonly spent: number
  }
  /** For a redirect: whether the request may have been served all the same. Only 307 and 308 say that it was not. */
  readonly sent?: boolean
}
/** The provider failed with a 5xx status, or has no answer yet. `retryAfterSeconds` is as for `RateLimited`. */
export interface Unavailable extends Facts {
  readonly _tag: "Unavailable"
  readonly status: number
  readonly retryAfterSeconds?: number
}
/** The call's time limit passed. `sent` says whether a request may have been served by then. */
export interface Timeout extends Facts {
  readonly _tag: "Timeout"
  readonly sent: boolean
}
/** The network failed. `sent` says whether the request may have reached the provider. */
export interface Transport extends Facts {
  readonly _tag: "Transport"
  readonly sent: boolean
}
/** The answer could not be read: it is not JSON, truncated, or too large. */
export interface Decode extends Facts {
  readonly _tag: "Decode"
}

/** Why a call failed. The union is closed, so that callers can match on `_tag` exhaustively. */
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
