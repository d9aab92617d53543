/** What went wrong, as pages receive it: facts. The words are the pages' own (`locales`). Pure types. */
import type { ErrorJson, Refused } from "@inlay/core-http/ProviderError"

/** Problems of the extension's own that have no facts besides. */
type Plain =
  | "offline"
  | "notConnected"
  | "movedOn"
  | "expired"
  | "chargeSettled"
  | "malformed"
  | "unreadable"
  | "broken"

/** What keeps this browser from working through its hub. */
export type HubProblem =
  /** No hub is paired, or its token cannot be opened any more. */
  | "notPaired"
  /** Nobody answers at its address. */
  | "gone"
  /** Something else answers there; another hub; the hub, at an address that it does not serve. */
  | "notAHub"
  | "another"
  | "otherAddress"
  /** It speaks an older or newer language than this extension. */
  | "older"
  | "newer"
  /** It does not take this browser's token any more. */
  | "revoked"
  /** What it answered cannot be read. */
  | "unreadable"
  /** The address that was typed is none of a hub. */
  | "badAddress"
  | "codeWrong"
  | "codeUsed"
  | "codeEnded"
  /** Too many wrong codes. */
  | "codesRefused"
  /** Only the hub's own user can do this. */
  | "atHub"

/** What the extension itself refuses, or cannot do. */
export type OwnProblem =
  | { readonly [Is in Plain]: { readonly is: Is } }[Plain]
  /** The worker ended before it answered. */
  | { readonly is: "stopped"; readonly mayCost: boolean }
  /** The browser brings the worker no message. */
  | { readonly is: "unheard" }
  | { readonly is: "hostDenied"; readonly origin: string }
  | { readonly is: "hub"; readonly why: HubProblem; readonly origin: string }
  | { readonly is: "nameTaken"; readonly name: string }
  /** A stored account does not open: the browser lost the vault's key, or the account's key or record was damaged. */
  | {
      readonly is: "accountClosed"
      readonly name: string
      readonly why: "keyLost" | "secretUnreadable" | "recordUnreadable"
    }
  /** The browser's database: of a newer version, held by another version, or failing, in the browser's own words. */
  | { readonly is: "storage"; readonly why: "newer" | "blocked" }
  | { readonly is: "storage"; readonly why: "failed"; readonly detail: string }

/** What pages take of an error's JSON: no words, and nothing of the answer. */
type Facts = Pick<
  ErrorJson["error"],
  | "reason"
  | "provider"
  | "operation"
  | "remedy"
  | "nothing"
  | "guard"
  | "retryAfterSeconds"
  | "resetsAt"
  | "needs"
  | "fields"
  | "known"
  | "charged"
  | "outcome"
>

export interface Failure extends Facts {
  /** What happened, a sentence of the provider or the hub. Empty where `own` says it. */
  readonly what: string
  /** `false` where the stored key itself is refused before anything is sent. */
  readonly sent?: false
  /** For a spending cap that was reached. */
  readonly cap?: Refused["cap"]
  /** Set where the extension itself refuses or fails. */
  readonly own?: OwnProblem
}

/** The part of a failure that words are made from. */
export type Problem = Pick<Failure, "what" | "remedy" | "nothing" | "guard" | "charged" | "own"> &
  Partial<Pick<Failure, "reason">>
