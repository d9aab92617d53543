/**
 * What would fix a failure, as facts. The surface that shows the failure writes the words: the command line, agents and
 * the extension each have a table with an entry for every remedy.
 */
export type Remedy =
  /** The input is wrong. `Invalid.fields` says where. */
  | { readonly to: "correctInput" }
  /**
   * Something that was named does not exist, or is hidden from the account. `hidden` is the right that is needed to see
   * private things.
   */
  | { readonly to: "checkNames"; readonly hidden?: string }
  /**
   * The nearest names, or all that exist. `of: "toolSteps"`: the names are tool steps, and there are more than these.
   */
  | { readonly to: "chooseName"; readonly names: ReadonlyArray<string>; readonly of?: "toolSteps" }
  /** The thing to be created already exists. */
  | { readonly to: "chooseAnotherName" }
  /**
   * `base`: the account's base address; `signIn`: the address of its sign-in; `endpoint`: the call's path. `unchanged`:
   * if the address is right, the service has changed.
   */
  | { readonly to: "checkAddress"; readonly of: "base" | "signIn" | "endpoint"; readonly unchanged?: "serviceChanged" }
  /** The base address moved. */
  | { readonly to: "setAddress"; readonly of: "base" }
  /** An address in the account's settings is not one to which a key may be sent. */
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
  /** The account's token lacks a right that its owner can grant. */
  | { readonly to: "grant"; readonly needs: string }
  /** Somebody else has to grant or change something. */
  | { readonly to: "ask"; readonly whom: "administrator" | "owner" | "support"; readonly needs?: string }
  /** A setting, at the service, of what the call is about. */
  | { readonly to: "changeSetting"; readonly of: string }
  | { readonly to: "useAnotherAccount" }
  | { readonly to: "buyCredits" }
  | { readonly to: "raiseCap"; readonly cap: "day" | "run" | "principal" | "event" }
  /** The account does not say what the call costs. */
  | { readonly to: "statePrice" }
  /** The call costs more than its caller agreed to pay. */
  | { readonly to: "agreeToPrice" }
  /** It is not known what a lookup cost. Somebody has to settle that before it is sent again. */
  | { readonly to: "settleCharge" }
  | { readonly to: "buyAgain" }
  /** The call may have been charged. Look at the provider's log first. */
  | { readonly to: "checkCharge" }
  /** The call may have been carried out. `at` says where to look, as a noun, such as `issue #7 of owner/repo`. */
  | { readonly to: "lookFirst"; readonly at?: string }
  /**
   * `afterSeconds` is as `retryAfterSeconds`. `orAllow`: more time may help. `orSee`: the provider's status page may
   * say more.
   */
  | {
      readonly to: "retry"
      readonly afterSeconds?: number
      readonly orAllow?: "moreTime"
      readonly orSee?: "statusPage"
      readonly checking?: "network"
    }
  /** Something has changed in the meantime. Read its current state first. */
  | { readonly to: "readAgain" }
  /** The current state forbids the call; `what` of the reason says which state. */
  | { readonly to: "changeState" }
  | { readonly to: "askForLess" }
  | { readonly to: "readAnswer" }
  /** The ledger, the cache or the accounts cannot be read or written. */
  | { readonly to: "repairStorage" }
  /** A text by the surface that shows it, about something that only that surface encounters. For `apps/` only. */
  | { readonly to: "read"; readonly text: string }

/** The remedy of repeating the call, after this many seconds if the provider said how many. */
export const retry = (afterSeconds?: number): Extract<Remedy, { readonly to: "retry" }> => ({
  to: "retry",
  ...(afterSeconds !== undefined && { afterSeconds })
})
