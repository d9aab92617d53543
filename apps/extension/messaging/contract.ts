/**
 * What pages of the extension ask of the worker, and what it answers. Pure types: both sides import this, and the
 * worker decodes every request by a schema before it believes it (`router.ts`).
 */
import type { Card } from "@inlay/agent-plugin/Card"
import type { ErrorJson } from "@inlay/core-http/ProviderError"

/** What went wrong, in the pinned JSON form, with what pages need of it besides. */
export type Failure = ErrorJson["error"] & {
  /** What happened, without what to do about it: the beginning of `message`. */
  readonly what: string
  /** `false` where the stored key itself is refused before anything is sent. */
  readonly sent?: false
}

/** Who or what a tab is about, by its address alone. */
export interface Subject {
  /** A person's profile, a company's profile, or a company's own site. */
  readonly kind: "person" | "company" | "site"
  /** What the user sees in the address: a slug or a domain. */
  readonly name: string
  /** Changes whenever the tab is about somebody else. */
  readonly key: string
}

/** What people do in a web application; `general` where only its name or port says that it is one. */
export type Application =
  | "mail"
  | "calendar"
  | "customers"
  | "documents"
  | "search"
  | "code"
  | "chat"
  | "social"
  | "maps"
  | "bank"
  | "market"
  | "media"
  | "assistant"
  | "administration"
  | "general"

/** Money, before a click. Credits. */
export interface Price {
  readonly upTo: number | null
  readonly spentToday: number
  /** The cap that leaves less; `null` without any. */
  readonly cap: Cap | null
}

/** A spending cap of the account. Credits. */
export interface Cap {
  /** Of the UTC day, or of one run: the browser's session. */
  readonly kind: "day" | "run"
  readonly limit: number
  /** Below 0 where the cap was lowered after more was spent. */
  readonly left: number
}

/**
 * Where a page stands that is nobody's: on the profile site but no profile, on this machine or its network, in a web
 * application whose pages are each somebody else's, or anywhere else, such as the browser's own pages.
 */
export type Nobodys = "profileSite" | "local" | "elsewhere" | Application

/** What the popup shows before anything is bought. */
export type Preview =
  /** No account yet: the next step is the options page. */
  | { readonly state: "notConnected" }
  /** The page is nobody's. */
  | { readonly state: "nothingHere"; readonly at: Nobodys }
  /** `application`: the site is one, so its company is offered quietly. */
  | {
      readonly state: "ready"
      readonly subject: Subject
      readonly price: Price
      readonly application: Application | null
    }
  /** Known already: asking again costs nothing. */
  | {
      readonly state: "cached"
      readonly subject: Subject
      readonly price: Price
      readonly match: boolean
      readonly fetchedAt: string
      readonly application: Application | null
    }
  /** An earlier answer was lost: it may have been charged, and only the user may ask again. */
  | {
      readonly state: "undecided"
      readonly subject: Subject
      readonly price: Price
      readonly since: string
      /** The requests whose charge is unknown, oldest first: any of them stands in the way. */
      readonly charges: ReadonlyArray<UnknownCharge>
    }
  /** Bought before, and the answer is not saved: it costs again, and only the user may ask again. */
  | {
      readonly state: "unkept"
      readonly subject: Subject
      readonly price: Price
      readonly since: string
      /** Credits; `null` where nobody says how much. */
      readonly charged: number | null
      /** The browser could not save it, or it was about somebody else. */
      readonly why: "store" | "contradicted"
    }
  /** A lookup of this subject is under way. */
  | { readonly state: "busy"; readonly subject: Subject; readonly price: Price }
  /** Something is wrong with the account or the vault. */
  | { readonly state: "failed"; readonly error: Failure }

/** What came of a lookup. */
export type Outcome =
  | {
      readonly state: "match"
      readonly subject: Subject
      readonly card: Card
      readonly charged: number | "unknown"
      readonly inPage: InPage
    }
  /** The record contradicts what was asked: it is somebody else's, and stands in no page. */
  | {
      readonly state: "another"
      readonly subject: Subject
      readonly card: Card
      readonly charged: number | "unknown"
    }
  | {
      readonly state: "noMatch"
      readonly subject: Subject
      readonly charged: number | "unknown"
      readonly fetchedAt: string
      readonly fromCache: boolean
    }
  | { readonly state: "failed"; readonly subject: Subject | null; readonly error: Failure }

/** Whether the card stands in the page, or why not. */
export type InPage = "shown" | "off" | "moved" | "blocked" | "another"

/** The connected account as pages may see it: no secret in it, only whether there is one. */
export interface AccountView {
  readonly values: Readonly<Record<string, string>>
  readonly hasSecret: Readonly<Record<string, boolean>>
  /** Why it cannot be opened: a sentence. Its values are those that can be read. */
  readonly closed?: string
}

/** What the user chose for the whole extension. */
export interface Preferences {
  /** Whether an answer is shown in the page besides the popup. */
  readonly showInPage: boolean
}

export interface Check {
  readonly ok: boolean
  /** Whether it is stored now: what works, or by force; never settings that cannot work. */
  readonly saved: boolean
  readonly limits: ReadonlyArray<{ readonly label: string; readonly value: string }>
  readonly problems: ReadonlyArray<{ readonly what: string; readonly fix: string; readonly field?: string }>
}

/** A paid request that got no answer: it may have been charged, and blocks its lookup until somebody settles it. */
export interface UnknownCharge {
  /** The ledger row. */
  readonly id: string
  readonly operation: string
  readonly subjects: ReadonlyArray<string>
  /** ISO 8601. */
  readonly at: string
  /** The most that it cost, in credits, by the account's prices of then; `null` where it had none. */
  readonly upTo: number | null
  /** What asking again costs at most by now; `undefined` where the lookup cannot be asked again from its row. */
  readonly again: { readonly upTo: number | null } | undefined
}

/** The account's spending for the options page. */
export interface Spending {
  /** Credits of the UTC day. */
  readonly today: number
  /** Oldest first. */
  readonly undecided: ReadonlyArray<UnknownCharge>
}

/** What the user agreed to: only what is free, a charge, or a charge again although an earlier one is unknown or its answer not saved. */
export type Consent = "free" | "charge" | "chargeAgain"

/** Every request by its name: what it carries and what it answers. */
export interface Requests {
  /** Who the tab is about and what enriching would cost. Sends nothing to anybody. */
  readonly preview: { readonly input: { readonly tabId: number }; readonly output: Preview }
  /** `subject` is the key that the user saw: if the tab has moved on, nothing is bought. */
  readonly enrich: {
    readonly input: { readonly tabId: number; readonly subject: string; readonly consent: Consent }
    readonly output: Outcome
  }
  /**
   * Erases whom the tab shows from what is kept: answers about them or that name them, and their identifiers in the
   * ledger. `credits` were spent on them, and stay counted.
   */
  readonly forget: {
    readonly input: { readonly tabId: number; readonly subject: string }
    readonly output: { readonly answers: number; readonly credits: number }
  }
  readonly account: { readonly input: Record<never, never>; readonly output: AccountView | null }
  /** An empty secret keeps the stored one. Checks the account at the provider; saves only what works, unless `force`. */
  readonly saveAccount: {
    readonly input: {
      readonly values: Readonly<Record<string, string>>
      readonly force: boolean
    }
    readonly output: Check
  }
  readonly preferences: { readonly input: Record<never, never>; readonly output: Preferences }
  readonly savePreferences: { readonly input: Preferences; readonly output: null }
  /** Forgets the key, the settings and the account's cached answers; the ledger stays. */
  readonly removeAccount: { readonly input: Record<never, never>; readonly output: null }
  readonly spending: { readonly input: Record<never, never>; readonly output: Spending }
  /** Says what an unknown charge came to, in credits. Sends nothing. */
  readonly settleCharge: {
    readonly input: { readonly id: string; readonly credits: number }
    readonly output: null
  }
  /** Asks for what an unknown charge was about once more: it may be charged twice. */
  readonly askAgain: { readonly input: { readonly id: string }; readonly output: Outcome }
}

export type RequestName = keyof Requests

export interface Envelope<N extends RequestName = RequestName> {
  readonly inlay: N
  readonly input: Requests[N]["input"]
}

/** A reply is the output, or an error in the pinned JSON form when the worker could not even try. */
export type Reply<N extends RequestName> =
  | { readonly ok: true; readonly output: Requests[N]["output"] }
  | { readonly ok: false; readonly error: Failure }

/** What the in-page card gets: display fields only. */
export interface PageCard {
  readonly subject: Subject
  readonly card: Card
  readonly charged: number | "unknown"
}
