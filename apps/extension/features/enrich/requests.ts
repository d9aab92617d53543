/** The lookup of whom a tab shows: what it would cost, what came of it, and forgetting it. */
import type { Card } from "@inlay/agent-plugin/Card"

import type { Failure } from "../../messaging/failure.ts"
import { isNullable, isNumberIn, isOneOf, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import type { Subject } from "../../messaging/subject.ts"
import { refShape, type AccountRef } from "../accounts/requests.ts"
import type { UnknownCharge } from "../charges/unknown-charge.ts"

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
  /** Of the UTC day, of one run (the browser's session), or of this browser's UTC day at the hub. */
  readonly kind: "day" | "run" | "principal"
  readonly limit: number
  /** Below 0 where the cap was lowered after more was spent. */
  readonly left: number
}

/**
 * Where a page stands that is nobody's: on the profile site but no profile, on this machine or its network, or anywhere
 * else, such as a web application or the browser's own pages.
 */
export type Nobodys = "profileSite" | "local" | "elsewhere"

/** The account that a lookup is paid by, and the names of all that could. */
export interface Payer extends AccountRef {
  readonly names: ReadonlyArray<string>
}

/** What the popup shows before anything is bought. */
export type Preview =
  /** No account yet: the next step is the options page. */
  | { readonly state: "notConnected" }
  /** The page is nobody's. */
  | { readonly state: "nothingHere"; readonly at: Nobodys; readonly address: string }
  /** `address`: where the tab stood; it says whether the site is a web application, whose company is offered quietly. */
  | {
      readonly state: "ready"
      readonly subject: Subject
      readonly price: Price
      readonly payer: Payer
      readonly address: string
      /** Through the hub: this browser's own account that has the answer saved. The hub does not, and would buy it. */
      readonly savedBy?: string
    }
  /** Known already: asking again costs nothing. */
  | {
      readonly state: "cached"
      readonly subject: Subject
      readonly price: Price
      readonly payer: Payer
      readonly match: boolean
      readonly fetchedAt: string
      readonly address: string
    }
  /** An earlier answer was lost: it may have been charged, and only the user may ask again. */
  | {
      readonly state: "undecided"
      readonly subject: Subject
      readonly price: Price
      readonly payer: Payer
      readonly since: string
      /** The requests whose charge is unknown, oldest first: any of them stands in the way. */
      readonly charges: ReadonlyArray<UnknownCharge>
    }
  /** Bought before, and the answer is not saved: it costs again, and only the user may ask again. */
  | {
      readonly state: "unkept"
      readonly subject: Subject
      readonly price: Price
      readonly payer: Payer
      readonly since: string
      /** Credits; `null` where nobody says how much. */
      readonly charged: number | null
      /** The browser could not save it, or it was about somebody else. */
      readonly why: "store" | "contradicted"
    }
  /** A lookup of this subject is under way. */
  | { readonly state: "busy"; readonly subject: Subject; readonly price: Price; readonly payer: Payer }
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

/** What the user agreed to: only what is free, a charge, or a charge again although an earlier one is unknown or its answer not saved. */
export type Consent = "free" | "charge" | "chargeAgain"

export interface EnrichRequests {
  /**
   * Who the tab is about and what enriching would cost. Sends nothing to anybody.
   * `account`: the name of the one to pay by; `null` for the one that was chosen last.
   */
  readonly preview: {
    readonly input: { readonly tabId: number; readonly account: string | null }
    readonly output: Preview
  }
  /** `subject` is the key that the user saw: if the tab has moved on, nothing is bought. */
  readonly enrich: {
    readonly input: AccountRef & { readonly tabId: number; readonly subject: string; readonly consent: Consent }
    readonly output: Outcome
  }
  /**
   * Erases whom the tab shows from what is kept: answers about them or that name them, and their identifiers in the
   * ledger. `credits` were spent on them, and stay counted.
   */
  readonly forget: {
    readonly input: AccountRef & { readonly tabId: number; readonly subject: string }
    readonly output: { readonly answers: number; readonly credits: number }
  }
}

const isTabId = (value: unknown): value is number => Number.isSafeInteger(value) && isNumberIn(0, Infinity)(value)
const isSubject = isTextOf(4096)

export const inputs: Inputs<EnrichRequests> = {
  preview: isStruct({ tabId: isTabId, account: isNullable(refShape.account) }),
  enrich: isStruct({
    ...refShape,
    tabId: isTabId,
    subject: isSubject,
    consent: isOneOf(["free", "charge", "chargeAgain"])
  }),
  forget: isStruct({ ...refShape, tabId: isTabId, subject: isSubject })
}
