/**
 * A section of the popup. Every folder beside this file whose `feature.ts` exports one is listed in `sections.gen.ts`;
 * `pnpm new feature` creates such a folder.
 */
import type { ComponentType } from "preact"

import type { Send } from "../messaging/client.ts"
import type { Shell } from "../ui/shell.ts"

/** The tab over which the popup was opened, or beside which the panel is open. */
export interface Tab {
  readonly address: string
  readonly tabId: number
  /** The page's title; absent if the browser does not report it. */
  readonly title?: string
  /** The same as `address` if the user chose a link instead of the page. Requests about it name it. */
  readonly link?: string
  /** Set in the panel: answers are shown there, and never in the page as well. */
  readonly isBeside?: boolean
  readonly send: Send
  /**
   * Calls `look` whenever what is shown before a purchase may be out of date. Absent in a popup, which is not open for
   * long. Returns a function that stops it.
   */
  readonly onOutdated?: (look: () => void) => () => void
  /** Closes the popup once the answer is shown in the page; absent if it stays open beside the page. */
  readonly close?: () => void
}

/**
 * What a section is about, which determines its position: the page's subject (a repository), the owner of the site, or
 * something beside it (its traffic). In this order.
 */
export type Topic = "subject" | "site" | "beside"

export interface SectionProps {
  readonly tab: Tab
  readonly shell: Shell
  /**
   * Reports that there is nothing to show, with the reason, or an empty text if there is none worth showing;
   * `undefined` takes it back.
   */
  readonly onNothing: (why: string | undefined) => void
  /** Reports whether the section shows a record that the user already has. Such records come before offers. */
  readonly onRecord: (shows: boolean) => void
}

export interface Section {
  /** The name of the section that shows this one's facts within its own record. While it does, this one is left out. */
  readonly within?: string
  /**
   * Returns what the section is about on a page, or `undefined` if it does not apply. Pure, and from the address alone,
   * because every popup calls it.
   */
  readonly applies: (address: string) => Topic | undefined
  /**
   * Asked once the popup is drawn: whether a page to which `applies` said no is the section's after all, because the
   * worker knows of accounts that this page did not. A failure means no.
   */
  readonly appliesNow?: (tab: Tab) => Promise<boolean>
  /**
   * Returns the heading if the address alone gives it. It is shown, if the section comes first, until the view is
   * loaded.
   */
  readonly heading?: (address: string) => Promise<string | undefined>
  /** The view, or a function that loads it, so that a section adds nothing to popups of other pages. */
  readonly view:
    | ComponentType<SectionProps>
    | { readonly load: () => Promise<{ readonly View: ComponentType<SectionProps> }> }
}
