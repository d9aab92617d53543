/** What went wrong, as pages are told of it. Pure types. */
import type { ErrorJson, Refused } from "@inlay/core-http/ProviderError"

/** What the extension itself refuses, or cannot do: by these pages decide what stands beside the words. */
export type OwnProblem =
  | "offline"
  | "notConnected"
  | "movedOn"
  | "expired"
  | "chargeSettled"
  | "hostDenied"
  | "accountClosed"
  | "nameTaken"
  | "storage"
  | "malformed"
  | "broken"
  | "stopped"

/** The pinned JSON form of an error, with the facts that pages need of it besides. */
export type Failure = ErrorJson["error"] & {
  /** What happened, without what to do about it: the beginning of `message`. */
  readonly what: string
  /** `false` where the stored key itself is refused before anything is sent. */
  readonly sent?: false
  /** For a spending cap that was reached. */
  readonly cap?: Refused["cap"]
  /** Set where the extension itself says it; `title` is the same as `what`, as a heading. */
  readonly own?: { readonly problem: OwnProblem; readonly title: string }
}
