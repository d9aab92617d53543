/**
 * Checks who sent a message. Only a page of this extension in the top frame is answered. Another extension, or a page
 * of this extension framed by another site, gets no answer at all. A script of this extension in a web page may send
 * one request only.
 */

import { originOf } from "./origin.ts"

/** The fields of the browser's message sender that are checked. */
export interface Sender {
  readonly id?: string | undefined
  readonly origin?: string | undefined
  readonly url?: string | undefined
  /** Set by the browser for a page in a tab: 0 is the top frame. */
  readonly frameId?: number | undefined
  /** The tab that contains the sending page or script. */
  readonly tab?: { readonly id?: number | undefined } | undefined
}

interface Here {
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

/**
 * Returns the id of the tab in whose top frame a script of this extension runs, or `undefined` for any other sender.
 */
export const tabOfScript = (sender: Sender, here: Here): number | undefined =>
  sender.id === here.id && sender.frameId === 0 && originOf(sender.url) !== here.origin ? sender.tab?.id : undefined
