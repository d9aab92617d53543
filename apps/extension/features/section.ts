/**
 * A part of the popup. A folder beside this file whose `feature.ts` exports one is in `sections.gen.ts`; `pnpm new feature`
 * makes it.
 */
import type { ComponentType } from "preact"

import type { Send } from "../messaging/client.ts"
import type { Shell } from "../ui/shell.ts"

/** The tab that the popup was opened over, or the panel stands beside. */
export interface Tab {
  readonly address: string
  readonly tabId: number
  /** As the page calls itself; absent where the browser does not say. */
  readonly title?: string
  /** `address`, where the user chose a link in the page instead of the page: requests about it name it. */
  readonly link?: string
  /** Set in the panel: what is asked for is shown there, and never in the page besides. */
  readonly isBeside?: boolean
  readonly send: Send
  /** Closes the popup, once what was asked for stands in the page; absent where it stays open beside the page. */
  readonly close?: () => void
}

/**
 * What of the page a part is about, and so where it stands: the very thing that the page shows (a repository), whoever runs
 * the site, or something beside it (its traffic). In this order.
 */
export type Topic = "subject" | "site" | "beside"

export interface SectionProps {
  readonly tab: Tab
  readonly shell: Shell
  /** Says that there is nothing to show after all, and why, or nothing worth saying; `undefined` takes it back. */
  readonly onNothing: (why: string | undefined) => void
  /** Says whether it shows a record of the page that the user has: what somebody has stands above what could be had. */
  readonly onRecord: (shows: boolean) => void
}

export interface Section {
  /** The part that shows this one's facts itself, within a record: while it does, this one is left out. */
  readonly within?: string
  /** What of the page it knows something about; `undefined` for nothing. Pure, and of the address alone: every popup asks it. */
  readonly applies: (address: string) => Topic | undefined
  /** What the part is about, where the address alone says it: its head, as the first part, until its view is loaded. */
  readonly heading?: (address: string) => Promise<string | undefined>
  /** The view, or how it is loaded: so that a part costs no other page's popup anything. */
  readonly view:
    | ComponentType<SectionProps>
    | { readonly load: () => Promise<{ readonly View: ComponentType<SectionProps> }> }
}
