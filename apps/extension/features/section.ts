/**
 * A section of the popup: it stands below the lookup, on the pages that it applies to. A folder beside this file whose
 * `feature.ts` exports one is in `sections.gen.ts`; `pnpm new feature` makes it.
 */
import type { ComponentType } from "preact"

import type { Send } from "../messaging/client.ts"

/** The page that the popup was opened on. */
export interface Page {
  readonly address: string
  readonly tabId: number
  readonly send: Send
}

export interface Section {
  /** Pure, and of the address alone: every popup asks it. */
  readonly applies: (address: string) => boolean
  /** Loaded where the section applies, so that it costs no other page's popup anything. */
  readonly view: () => Promise<{ readonly View: ComponentType<Page> }>
}
