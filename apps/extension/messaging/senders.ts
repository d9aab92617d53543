/**
 * Who sent a message. Only a page of this extension itself, in the top frame, is answered; another extension, or a page of this
 * one inside a frame of somebody else's, is told nothing at all. A script of this extension in a web page has one thing to ask.
 */

import { originOf } from "./origin.ts"

/** The parts of a browser's message sender that are looked at. */
export interface Sender {
  readonly id?: string | undefined
  readonly origin?: string | undefined
  readonly url?: string | undefined
  /** Set by the browser for a page in a tab: 0 is the top frame. */
  readonly frameId?: number | undefined
  /** Of the tab that a page or a script in it is in. */
  readonly tab?: { readonly id?: number | undefined } | undefined
}

export interface Here {
  readonly id: string
  /** The origin of the extension's own pages. */
  readonly origin: string
}

export const isOwnPage = (sender: Sender, here: Here): boolean =>
  sender.id === here.id &&
  originOf(sender.url) === here.origin &&
  // Firefox versions without `origin` give the address alone.
  (sender.origin === undefined || sender.origin === here.origin) &&
  (sender.frameId === undefined || sender.frameId === 0)

/** The tab in whose top frame a script of this extension runs; `undefined` for any other sender. */
export const tabOfScript = (sender: Sender, here: Here): number | undefined =>
  sender.id === here.id && sender.frameId === 0 && originOf(sender.url) !== here.origin ? sender.tab?.id : undefined
