/** What a ledger keeps of a paid request, what it is asked, and what it answers. */

/**
 * `open`: sent, no outcome yet, until its lease ends. `settled`: the charge is known. `unknown`: it may have been charged.
 * `confirmed`: it was unknown, and the user chose to ask again.
 */
export type RowState = "open" | "settled" | "unknown" | "confirmed"

/** Why a paid answer is not kept for its question: the store failed, or the answer is about somebody else. */
export type Unkept = "store" | "contradicted"

/** Whose money a request spends. Rows of the account and rows of its key count alike: the same key is the same money. */
export interface Payer {
  /** The account's scope. */
  readonly scope: string
  /** The key's fingerprint, as `Purse.of` makes it; empty where there is none, and then it is nobody's. */
  readonly purse: string
}

/** One paid request, as it is kept. */
export interface Row extends Payer {
  readonly id: string
  readonly operation: string
  /** Normalised identifiers asked; empty for a search or another call that is not about one subject. */
  readonly keys: ReadonlyArray<string>
  /** The most it may cost, in credits; `null` where the account has no price for it. */
  readonly estimate: number | null
  /** Credits charged once settled; `null` before that, and where the provider and the account's prices do not say. */
  readonly charged: number | null
  readonly state: RowState
  /** Of a settled row: why its answer cannot be had from the cache; `null` where it can. */
  readonly unkept: Unkept | null
  /** Unix time in milliseconds until which such an answer would have been kept, and so until which its lookup is not repeated unasked. */
  readonly unkeptUntilMillis: number | null
  /** Whose lifetime the run cap counts: a process, or an extension worker's browser session. */
  readonly run: string
  /** Unix time in milliseconds. */
  readonly atMillis: number
  /** Unix time in milliseconds after which an open row counts as unknown. */
  readonly leaseEndsMillis: number
  /** Who called, where the program has several callers: as in `SpendingPrincipal`. */
  readonly principal?: string
  /** The event whose run bought it: as in `SpendingEvent`. */
  readonly event?: string
}

/** Credits; absent means no cap. */
export interface Caps {
  readonly run?: number
  readonly day?: number
  /** Of the caller's UTC day, whatever accounts it uses. */
  readonly principal?: number
  /** Of all runs of one event, whatever accounts they use. */
  readonly event?: number
}

/** Credits that count against caps. */
export interface Spent {
  readonly day: number
  readonly run: number
  /** Of the caller's UTC day; absent where nobody asked for it. */
  readonly principal?: number
  /** Of the event's runs; absent where nobody asked for it. */
  readonly event?: number
}

/** When, in which run and, where its own cap counts, by whom and for which event something is bought. */
export interface SpendingAt {
  readonly nowMillis: number
  readonly run: string
  readonly principal?: string
  readonly event?: string
}

/** What is asked, and by whom. */
export interface Asked extends Payer {
  readonly operation: string
  readonly keys: ReadonlyArray<string>
}

/** A paid request about to be sent: what its row will say, and the caps that it must keep. */
export interface Reservation extends Asked {
  readonly estimate: number | null
  readonly run: string
  readonly nowMillis: number
  readonly leaseMillis: number
  readonly caps: Caps
  /** The user chose to ask again although an earlier request's charge is unknown, or its answer was not kept. */
  readonly retryUnknown: boolean
  /** As in `Row`. */
  readonly principal?: string
  readonly event?: string
}

/** Whether the request may be sent: `Reserved` alone says so, and names the row to settle. */
export type ReserveResult =
  | { readonly _tag: "Reserved"; readonly id: string }
  /** Another process is asking the same right now. */
  | { readonly _tag: "Busy" }
  /** An earlier request for the same subject has an unknown charge. */
  | { readonly _tag: "Undecided"; readonly since: number }
  /** The same subject was bought, and the answer was not kept. `charged` is `null` where nobody says how much. */
  | { readonly _tag: "Unkept"; readonly since: number; readonly charged: number | null; readonly unkept: Unkept }
  | { readonly _tag: "CapReached"; readonly cap: keyof Caps; readonly limit: number; readonly spent: number }

/** What became of a paid request; `charged` is `null` where nobody says how much. */
export type Outcome =
  | { readonly state: "settled"; readonly charged: number | null; readonly lost?: LostAnswer }
  /** `told` is what an answer that nobody understands says that it charged, in credits. */
  | { readonly state: "unknown"; readonly told?: number }

/** A paid answer that is not kept for its question. */
export interface LostAnswer {
  readonly unkept: Unkept
  /** Unix time in milliseconds. */
  readonly unkeptUntilMillis: number
  /** Identifiers of the answer's own, under which it would have been kept besides those asked. */
  readonly keys: ReadonlyArray<string>
}
