/**
 * What would mend a failure, as facts. The words are written by the surface that shows it: the command line, agents and the
 * extension have a table each, with an entry for every remedy.
 */
export type Remedy =
  /** The input is wrong; `Invalid.fields` say where. */
  | { readonly to: "correctInput" }
  /** Something that was named is not there, or hidden from the account; `hidden` is the right that what is private needs. */
  | { readonly to: "checkNames"; readonly hidden?: string }
  /** Nearest names, or all there are. `of`: of tool steps, of which there are more than these. */
  | { readonly to: "chooseName"; readonly names: ReadonlyArray<string>; readonly of?: "toolSteps" }
  /** What was to be made exists already. */
  | { readonly to: "chooseAnotherName" }
  /**
   * `base`: the account's base address; `signIn`: the address of its sign-in; `endpoint`: the call's path. `unchanged`: if it
   * is right, the service has changed.
   */
  | { readonly to: "checkAddress"; readonly of: "base" | "signIn" | "endpoint"; readonly unchanged?: "serviceChanged" }
  /** The base address moved. */
  | { readonly to: "setAddress"; readonly of: "base" }
  /** An address in the account's settings is none that a key may be sent to. */
  | { readonly to: "writeAddress" }
  | { readonly to: "writeEndpoint"; readonly style: "leading-slash" | "no-leading-slash" | "either" }
  | { readonly to: "leaveOut"; readonly what: "key" | "header" }
  /** There is no account, or none of that name. */
  | { readonly to: "connect" }
  | { readonly to: "enterKey" }
  | { readonly to: "checkKey" }
  /** The key or token has expired, or is of a kind that is not accepted. */
  | { readonly to: "renewKey" }
  | { readonly to: "signInAgain" }
  /** `turnOn`: the app lacks this way to sign in. */
  | { readonly to: "checkApp"; readonly turnOn?: true }
  /** The account's token lacks a right that its owner can give it. */
  | { readonly to: "grant"; readonly needs: string }
  /** Somebody else has to give or change something. */
  | { readonly to: "ask"; readonly whom: "administrator" | "owner" | "support"; readonly needs?: string }
  /** A setting at the service, of what the call is about. */
  | { readonly to: "changeSetting"; readonly of: string }
  | { readonly to: "useAnotherAccount" }
  | { readonly to: "buyCredits" }
  | { readonly to: "raiseCap"; readonly cap: "day" | "run" | "principal" | "event" }
  /** The account does not say what the call costs. */
  | { readonly to: "statePrice" }
  /** Nobody knows what a lookup cost; somebody has to say so before it is sent again. */
  | { readonly to: "settleCharge" }
  | { readonly to: "buyAgain" }
  /** The call may have been charged: look at the provider's log first. */
  | { readonly to: "checkCharge" }
  /** The call may have been carried out. `at`: where to look, as a noun, such as `issue #7 of owner/repo`. */
  | { readonly to: "lookFirst"; readonly at?: string }
  /** `afterSeconds` as in `retryAfterSeconds`; `orAllow`: more time; `orSee`: the provider's status page tells more. */
  | {
      readonly to: "retry"
      readonly afterSeconds?: number
      readonly orAllow?: "moreTime"
      readonly orSee?: "statusPage"
      readonly checking?: "network"
    }
  /** Something changed meanwhile: read its current state first. */
  | { readonly to: "readAgain" }
  /** Its state forbids it; `what` of the reason says which. */
  | { readonly to: "changeState" }
  | { readonly to: "askForLess" }
  | { readonly to: "readAnswer" }
  /** Ledger, cache or accounts cannot be read or written. */
  | { readonly to: "repairStorage" }
  /** Written by the surface that shows it, about what only that surface can meet. For `apps/` alone. */
  | { readonly to: "read"; readonly text: string }

/** To repeat the call: after so many seconds where somebody said how many. */
export const retry = (afterSeconds?: number): Extract<Remedy, { readonly to: "retry" }> => ({
  to: "retry",
  ...(afterSeconds !== undefined && { afterSeconds })
})
