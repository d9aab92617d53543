/** The ledger's types: its rows, its requests and its results. */

/**
 * `open`: sent, without an outcome yet, until its lease ends. `settled`: the charge is known. `unknown`: it may have
 * been charged. `confirmed`: it was unknown, and the user chose to ask again.
 */
export type RowState = "open" | "settled" | "unknown" | "confirmed"

/** Why a paid answer is not cached for its question: the store failed, or the answer is about somebody else. */
export type Uncached = "store" | "contradicted"

/**
 * Whose money a request spends. Rows of the same account and rows of the same key both count, since the same key spends
 * the same money.
 */
export interface Payer {
  /** The account's scope. */
  readonly scope: string
  /** The key's fingerprint, as `Purse.of` makes it. An empty one matches no other row. */
  readonly purse: string
}

/** One paid request, as stored. */
export interface Row extends Payer {
  readonly id: string
  readonly operation: string
  /** Normalised identifiers of the question. Empty for a search or another call that is not about one subject. */
  readonly keys: ReadonlyArray<string>
  /** The most that it may cost in credits, or `null` if the account has no price for it. */
  readonly estimate: number | null
  /** Credits charged, once settled. `null` before that, and if neither the provider nor the account's prices say. */
  readonly charged: number | null
  readonly state: RowState
  /** For a settled row: why its answer is not in the cache, or `null` if it is. */
  readonly uncached: Uncached | null
  /**
   * Unix time in milliseconds until which such an answer would have been cached. Until then, its lookup is not repeated
   * without a decision.
   */
  readonly uncachedUntilMillis: number | null
  /** The lifetime that the run cap applies to: a process, or the browser session of an extension's worker. */
  readonly run: string
  /** Unix time in milliseconds. */
  readonly atMillis: number
  /** Unix time in milliseconds after which an open row counts as unknown. */
  readonly leaseEndsMillis: number
  /** The caller, if the program has several callers, as in `SpendingPrincipal`. */
  readonly principal?: string
  /** The event whose run made the purchase, as in `SpendingEvent`. */
  readonly event?: string
  /**
   * Credits that the row counts at least, whatever `charged` says: a caller that does not manage the caps has said what
   * it was charged.
   */
  readonly leastCounted?: number
}

/** Credits. If absent, there is no cap. */
export interface Caps {
  readonly run?: number
  readonly day?: number
  /** For the caller's UTC day, over all accounts that it uses. */
  readonly principal?: number
  /** For all runs of one event, over all accounts that they use. */
  readonly event?: number
}

/** Credits that count against caps. */
export interface Spending {
  readonly day: number
  readonly run: number
  /** Of the caller's UTC day. Absent if it was not requested. */
  readonly principal?: number
  /** Of the event's runs. Absent if it was not requested. */
  readonly event?: number
}

/** The time and the run of a purchase and, if their caps are to be counted, its principal and its event. */
export interface SpendingAt extends Pick<Row, "run" | "principal" | "event"> {
  readonly nowMillis: number
}

/** What is asked of a provider: the operation, the keys of its subject, and who pays. */
export interface Question extends Payer {
  readonly operation: string
  readonly keys: ReadonlyArray<string>
}

/**
 * The decision about an earlier request for the same subject whose charge is unknown or whose answer is not cached.
 * `block`: nobody has decided, and nothing is sent. `ask_again`: send it although it may cost twice. `charged`,
 * `not_charged`: if the new purchase is allowed, settle the earlier request at its estimate or at 0.
 */
export type UnknownChargeDecision = "block" | "ask_again" | "charged" | "not_charged"

/** A paid request about to be sent: the contents of its row, and the caps that apply to it. */
export interface Reservation extends Question, SpendingAt, Pick<Row, "estimate"> {
  readonly leaseMillis: number
  readonly caps: Caps
  readonly decision: UnknownChargeDecision
  /**
   * Whether the caller manages the caps. If not, earlier requests that its decision settles count what they counted
   * before.
   */
  readonly managesCaps?: boolean
}

/** Whether the request may be sent. Only `Reserved` allows it, and names the row to settle. */
export type ReserveResult =
  | { readonly _tag: "Reserved"; readonly id: string }
  /** Another process is asking the same question right now. */
  | { readonly _tag: "Busy" }
  /** An earlier request for the same subject has an unknown charge. */
  | { readonly _tag: "UnknownCharge"; readonly since: number }
  /** The same subject was bought, but the answer is not cached. `charged` is `null` if the amount is unknown. */
  | { readonly _tag: "Uncached"; readonly since: number; readonly charged: number | null; readonly uncached: Uncached }
  | { readonly _tag: "CapReached"; readonly cap: keyof Caps; readonly limit: number; readonly spent: number }

/** The outcome of a paid request. `charged` is `null` if the amount is unknown. */
export type Outcome =
  | { readonly state: "settled"; readonly charged: number | null; readonly uncached?: UncachedAnswer }
  /** `reportedCredits` is the charge in credits that an answer reports although it was not understood. */
  | { readonly state: "unknown"; readonly reportedCredits?: number }

/** A paid answer that is not cached for its question. */
export interface UncachedAnswer {
  readonly uncached: Uncached
  /** Unix time in milliseconds. */
  readonly uncachedUntilMillis: number
  /** Identifiers from the answer, under which it would have been cached in addition to those of the question. */
  readonly keys: ReadonlyArray<string>
}
