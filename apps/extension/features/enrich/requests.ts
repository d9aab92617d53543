/**
 * Requests to look up the subject of a tab: the price preview, the lookup and its outcome, and forgetting the subject.
 */
import type { Card } from "@inlay/agent-plugin/Card"
import type { Company } from "@inlay/salesdata/schema/Company"
import type { Person } from "@inlay/salesdata/schema/Person"

import { refShape, type AccountRef } from "../../messaging/account.ts"
import type { Failure } from "../../messaging/failure.ts"
import { isNullable, isNumberIn, isOneOf, isOptional, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import type { Subject } from "../../messaging/subject.ts"
import type { UnknownCharge } from "../charges/unknown-charge.ts"

/** What a web application is for; `general` if only its name or port shows that it is an application. */
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

/** The price shown before a click, in credits. */
export interface Price {
  /** `null` if the account has no price for it. */
  readonly upTo: number | null
  readonly spentToday: number
  /** The cap that leaves less; `null` if there is none. */
  readonly cap: Cap | null
  /** The id of the hub whose price it is; absent for an account of this browser. */
  readonly hub?: string | undefined
}

/**
 * The price that the user saw when agreeing to it, in credits. Nothing that costs more by now is bought, nor anything
 * at another hub.
 */
export type SeenPrice = Pick<Price, "upTo" | "hub">

/** A spending cap of the account, in credits. */
export interface Cap {
  /**
   * For the UTC day; for one run, which is the browser session here and the hub's process at the hub (`hubRun`); or for
   * this browser's UTC day at the hub.
   */
  readonly kind: "day" | "run" | "hubRun" | "principal"
  readonly limit: number
  /** Below 0 if the cap was lowered after more had been spent. */
  readonly left: number
}

/**
 * Where a page is that shows neither a person nor a company: on the profile site without being a profile, on this
 * machine or its network, or anywhere else, such as a web application or the browser's own pages.
 */
export type NoSubject = "profileSite" | "local" | "elsewhere"

/** The account that pays for a lookup, and the names of all accounts that could. */
export interface Payer extends AccountRef {
  readonly names: ReadonlyArray<string>
}

/** The subject of a lookup, its price and the account that pays. */
export interface Offer {
  readonly subject: Subject
  readonly price: Price
  readonly payer: Payer
}

/** What the popup shows before anything is bought. */
export type Preview =
  /** No account is connected yet: the next step is the options page. */
  | { readonly state: "notConnected" }
  /** The page shows neither a person nor a company. */
  | { readonly state: "nothingHere"; readonly at: NoSubject; readonly address: string }
  /**
   * `address` is the tab's address. It shows whether the site is a web application, whose company is offered less
   * prominently.
   */
  | (Offer & {
      readonly state: "ready"
      readonly address: string
      /**
       * Through the hub: the name of this browser's own account that has the answer saved. The hub would buy it again.
       */
      readonly savedBy?: string | undefined
      /** In this browser alone, which is paired with a hub: what that has bought is not known here. */
      readonly isHubApart?: boolean
    })
  /** The answer is saved, so that asking again costs nothing. */
  | (Offer & {
      readonly state: "cached"
      readonly match: boolean
      readonly fetchedAt: string
      readonly address: string
    })
  /** An earlier answer was lost. It may have been charged, and only the user may ask again. */
  | (Offer & {
      readonly state: "unknownCharge"
      readonly since: string
      /** The requests whose charge is unknown, oldest first. Each of them blocks the lookup. */
      readonly charges: ReadonlyArray<UnknownCharge>
    })
  /** Bought before, but the answer was not saved. It costs again, and only the user may ask again. */
  | (Offer & {
      readonly state: "uncached"
      readonly since: string
      /** Credits; `null` if the amount is unknown. */
      readonly charged: number | null
      /** The browser could not save it, or it was about somebody else. */
      readonly why: "store" | "contradicted"
    })
  /** A lookup of this subject is under way. For how long is unknown if another client of the hub began it. */
  | (Offer & { readonly state: "busy"; readonly forMillis?: number | undefined })
  /** Something is wrong with the account or the vault. */
  | { readonly state: "failed"; readonly error: Failure }

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
  /** The requested identifiers that the record confirms. */
  readonly matchedOn: ReadonlyArray<string>
}

export type Outcome =
  | (Answered & { readonly state: "match"; readonly inPage: InPage })
  /** The record contradicts the request: it is about somebody else and is not drawn into a page. */
  | (Answered & { readonly state: "another" })
  | {
      readonly state: "noMatch"
      readonly subject: Subject
      readonly charged: number | "unknown"
      readonly fetchedAt: string
      readonly fromCache: boolean
    }
  | { readonly state: "failed"; readonly subject: Subject | null; readonly error: Failure }

/**
 * Whether the card is in the page, or why not. `unseen`: it is behind something of the page, or will be there once the
 * page responds. `here`: it is shown where it was asked for instead.
 */
export type InPage = "shown" | "unseen" | "here" | "off" | "moved" | "blocked" | "another"

/**
 * What the user agreed to: only what is free; a charge; a charge although an earlier one is unknown or its answer was
 * not saved; or a charge for a newer answer than the saved one.
 */
export type Consent = "free" | "charge" | "chargeAgain" | "refresh"

/** Where an answer is shown: in the page, if the user allows it, or where it was asked for. Never in both. */
export type AnswerPlace = "page" | "popup"

/** A lookup as it was sent, so that it can be repeated. */
export interface Attempt {
  readonly offer: Offer
  readonly consent: Consent
  readonly place: AnswerPlace
}

/** What is known of the company that a person's record names. */
export type Employer =
  /** The record names no company that could be looked up. */
  | { readonly state: "none" }
  | { readonly state: "ready"; readonly price: Price }
  | (Answered & { readonly state: "match"; readonly differences: ReadonlyArray<Difference> })
  | { readonly state: "noMatch"; readonly charged: number | "unknown" }
  /** The answer confirms none of the identifiers: it is about `name`. */
  | { readonly state: "another"; readonly charged: number | "unknown"; readonly name: string }
  | { readonly state: "failed"; readonly error: Failure }

/** A value of a company that differs between the person's record and the company's own. */
export interface Difference {
  readonly field: "name" | "domain" | "abn"
  readonly ofPerson: string
  readonly ofCompany: string
}

/** The page of a tab, or a link in it that the user chose in the link's context menu. */
export interface Page {
  readonly tabId: number
  /** The link's address; absent for the page itself. */
  readonly link?: string | undefined
}

/** The person or company that a tab shows, and the account to use. */
export interface TabSubject extends AccountRef, Page {
  /** Key of the person or company. A request is refused if the tab shows another one by now. */
  readonly subject: string
}

export interface EnrichRequests {
  /**
   * The subject of the tab and the price of enriching it. Sends nothing to anyone.
   * `account`: the name of the account to pay with; `null` for the one that was chosen last.
   */
  readonly preview: {
    readonly input: Page & { readonly account: string | null }
    readonly output: Preview
  }
  readonly enrich: {
    readonly input: TabSubject & SeenPrice & { readonly consent: Consent; readonly place: AnswerPlace }
    readonly output: Outcome
    readonly mayCost: true
  }
  /**
   * The company of the person that the tab shows, whose record is saved. A saved answer costs nothing; anything else is
   * bought only with `charge`.
   */
  readonly employer: {
    readonly input: TabSubject & SeenPrice & { readonly consent: "free" | "charge" }
    readonly output: Employer
    readonly mayCost: true
  }
  /**
   * Erases the tab's subject from this browser: saved answers about them, for a person also those that mention them,
   * and their identifiers in the ledger. `credits` were spent on them and stay counted.
   */
  readonly forget: {
    readonly input: TabSubject
    readonly output: { readonly answers: number; readonly credits: number }
  }
}

export const seenPriceShape = { upTo: isNullable(isNumberIn(0, Infinity)), hub: isOptional(isTextOf(4096)) }

export const isTabId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && isNumberIn(0, Infinity)(value)

export const pageShape = { tabId: isTabId, link: isOptional(isTextOf(4096)) }

export const tabSubjectShape = { ...refShape, ...pageShape, subject: isTextOf(4096) }

export const inputs: Inputs<EnrichRequests> = {
  preview: isStruct({ ...pageShape, account: isNullable(refShape.account) }),
  enrich: isStruct({
    ...tabSubjectShape,
    ...seenPriceShape,
    consent: isOneOf(["free", "charge", "chargeAgain", "refresh"]),
    place: isOneOf(["page", "popup"])
  }),
  employer: isStruct({ ...tabSubjectShape, ...seenPriceShape, consent: isOneOf(["free", "charge"]) }),
  forget: isStruct(tabSubjectShape)
}
