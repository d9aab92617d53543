/** Failures as pages receive them: facts only. Pages put them into words themselves (`locales`). Pure types. */
import type { ErrorJson, Refused } from "@inlay/core-http/ProviderError"

/** Problems of the extension itself that carry no further facts. */
type Plain =
  | "offline"
  | "notConnected"
  | "movedOn"
  | "expired"
  | "chargeSettled"
  | "accountChanged"
  | "malformed"
  | "unreadable"
  | "broken"

/** What keeps this browser from working through its hub. */
export type HubProblem =
  /** No hub is paired, or its token can no longer be decrypted. */
  | "notPaired"
  /** Nothing answers at the hub's address. */
  | "gone"
  /**
   * Something that is not a hub answers there; another hub answers; or the hub answers, but does not serve this
   * address.
   */
  | "notAHub"
  | "another"
  | "otherAddress"
  /** The hub's protocol is older or newer than this extension's. */
  | "older"
  | "newer"
  /** The hub no longer accepts this browser's token. */
  | "revoked"
  /** It is not the hub that showed the price: this browser was paired again in the meantime. */
  | "changed"
  /** The hub's answer cannot be read. */
  | "unreadable"
  /** The address that was typed cannot be a hub's address. */
  | "badAddress"
  | "codeWrong"
  | "codeUsed"
  | "codeEnded"
  /** Too many wrong codes. */
  | "codesRefused"

/** What the extension itself refuses or cannot do. */
export type OwnProblem =
  | { readonly [Is in Plain]: { readonly is: Is } }[Plain]
  /** The worker ended before it answered. */
  | { readonly is: "stopped"; readonly mayCost: boolean }
  /** The browser does not deliver messages to the worker. */
  | { readonly is: "unheard" }
  | { readonly is: "hostDenied"; readonly origin: string }
  | { readonly is: "hub"; readonly why: HubProblem; readonly origin: string }
  | { readonly is: "nameTaken"; readonly name: string }
  /** As many repositories as this browser polls are watched already. */
  | { readonly is: "watchedFull"; readonly limit: number }
  /**
   * A stored account cannot be opened: the browser lost the vault's key, or the account's secret or record was damaged.
   */
  | {
      readonly is: "accountClosed"
      readonly name: string
      readonly why: "keyLost" | "secretUnreadable" | "recordUnreadable"
    }
  /**
   * The browser's database was written by a newer version, is held open by another version, is full, or fails; then
   * `detail` is the browser's message.
   */
  | { readonly is: "storage"; readonly why: "newer" | "blocked" | "full" }
  | { readonly is: "storage"; readonly why: "failed"; readonly detail: string }

/** The fields of an error's JSON that pages receive: no messages, and nothing from the response body. */
type Facts = Pick<
  ErrorJson["error"],
  | "reason"
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
  /** The step or method of the plugin that failed. */
  readonly operation?: string
  /** What happened, in a sentence from the provider or the hub. Empty if `own` says it. */
  readonly what: string
  /** `false` if the stored key was refused before anything was sent. */
  readonly sent?: false
  /** Set if a spending cap was reached. */
  readonly cap?: Refused["cap"]
  /** Set if the extension itself refuses or fails. */
  readonly own?: OwnProblem
  /** The hub refuses or fails: its settings, not those of this browser, are to be changed. */
  readonly isFromHub?: true
}

/** The fields of a failure that the words are made from. */
export type Problem = Pick<Failure, "what" | "remedy" | "nothing" | "guard" | "charged" | "own" | "isFromHub"> &
  Partial<Pick<Failure, "reason">>
