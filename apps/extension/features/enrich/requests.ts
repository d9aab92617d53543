/** The lookup of whom a tab shows: what it would cost, what came of it, and forgetting it. */
import type { Card } from "@inlay/agent-plugin/Card"
import type { Company } from "@inlay/salesdata/schema/Company"
import type { Person } from "@inlay/salesdata/schema/Person"

import type { Failure } from "../../messaging/failure.ts"
import { isNullable, isNumberIn, isOneOf, isOptional, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
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

/** Whom a lookup is about, what it costs and which account pays. */
export type Offer = Pick<Extract<Preview, { readonly state: "busy" }>, "subject" | "price" | "payer">

/** A person's or a company's record, as the plugin reads it. */
export type SalesRecord =
  | { readonly of: "person"; readonly fields: Person }
  | { readonly of: "company"; readonly fields: Company }

/** A record, with its cost and the identifiers that matched. */
export interface Answered {
  readonly subject: Subject
  readonly card: Card
  readonly record: SalesRecord
  readonly charged: number | "unknown"
  /** The identifiers asked that the record confirms. */
  readonly matchedOn: ReadonlyArray<string>
}

/** What came of a lookup. */
export type Outcome =
  | (Answered & { readonly state: "match"; readonly inPage: InPage })
  /** The record contradicts what was asked: it is somebody else's, and stands in no page. */
  | (Answered & { readonly state: "another" })
  | {
      readonly state: "noMatch"
      readonly subject: Subject
      readonly charged: number | "unknown"
      readonly fetchedAt: string
      readonly fromCache: boolean
    }
  | { readonly state: "failed"; readonly subject: Subject | null; readonly error: Failure }

/** Whether the card stands in the page, or why not; `here`: it is shown where it was asked for instead. */
export type InPage = "shown" | "here" | "off" | "moved" | "blocked" | "another"

/**
 * What the user agreed to: only what is free, a charge, a charge again although an earlier one is unknown or its answer not
 * saved, or a charge for a newer answer than the one that is saved.
 */
export type Consent = "free" | "charge" | "chargeAgain" | "refresh"

/** Where an answer is shown: in the page, if the user lets it, or where it was asked for. Never in both. */
export type Place = "page" | "popup"

/** The company that a person's record names, as far as it is known beside the person. */
export type Employer =
  /** The record names none that could be looked up. */
  | { readonly state: "none" }
  | { readonly state: "ready"; readonly price: Price }
  | (Answered & { readonly state: "match"; readonly differences: ReadonlyArray<Difference> })
  | { readonly state: "noMatch"; readonly charged: number | "unknown" }
  /** The answer confirms none of the identifiers: it is about `name`. */
  | { readonly state: "another"; readonly charged: number | "unknown"; readonly name: string }
  | { readonly state: "failed"; readonly error: Failure }

/** A value of a company that the person's record and the company's own give differently. */
export interface Difference {
  readonly field: "name" | "domain" | "abn"
  readonly ofPerson: string
  readonly ofCompany: string
}

/** The page of a tab, or a link in it that the user chose from the link's menu. */
export interface Page {
  readonly tabId: number
  /** The link's address; absent for the page itself. */
  readonly link?: string | undefined
}

/** The person or company that a tab shows, and the account to use for it. */
export interface TabSubject extends AccountRef, Page {
  /** Key of the person or company; a request is refused if the tab shows another one by now. */
  readonly subject: string
}

export interface EnrichRequests {
  /**
   * Who the tab is about and what enriching would cost. Sends nothing to anybody.
   * `account`: the name of the one to pay by; `null` for the one that was chosen last.
   */
  readonly preview: {
    readonly input: Page & { readonly account: string | null }
    readonly output: Preview
  }
  readonly enrich: {
    readonly input: TabSubject & { readonly consent: Consent; readonly place: Place }
    readonly output: Outcome
  }
  /**
   * The company of the person whom the tab shows and whose record is saved. What is saved of it costs nothing; what is not
   * is bought with `charge` alone.
   */
  readonly employer: {
    readonly input: TabSubject & { readonly consent: "free" | "charge" }
    readonly output: Employer
  }
  /**
   * Erases whom the tab shows from what is kept: answers about them or that name them, and their identifiers in the
   * ledger. `credits` were spent on them, and stay counted.
   */
  readonly forget: {
    readonly input: TabSubject
    readonly output: { readonly answers: number; readonly credits: number }
  }
}

export const isTabId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && isNumberIn(0, Infinity)(value)

/** The shape of `Page`. */
export const pageShape = { tabId: isTabId, link: isOptional(isTextOf(4096)) }

/** The shape of `TabSubject`. */
export const tabSubjectShape = { ...refShape, ...pageShape, subject: isTextOf(4096) }

export const inputs: Inputs<EnrichRequests> = {
  preview: isStruct({ ...pageShape, account: isNullable(refShape.account) }),
  enrich: isStruct({
    ...tabSubjectShape,
    consent: isOneOf(["free", "charge", "chargeAgain", "refresh"]),
    place: isOneOf(["page", "popup"])
  }),
  employer: isStruct({ ...tabSubjectShape, consent: isOneOf(["free", "charge"]) }),
  forget: isStruct(tabSubjectShape)
}
