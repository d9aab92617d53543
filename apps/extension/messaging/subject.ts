/** What a tab shows, as pages, worker and card name it. Pure types. */
import type { Card } from "@inlay/agent-plugin/Card"

/** Who or what a tab is about, by its address alone. */
export interface Subject {
  /** A person's profile, a company's profile, or a company's own site. */
  readonly kind: "person" | "company" | "site"
  /** What the user sees in the address: a slug or a domain. */
  readonly name: string
  /** Changes whenever the tab is about somebody else. */
  readonly key: string
}

/** What the in-page card gets: display fields only. */
export interface PageCard {
  readonly subject: Subject
  readonly card: Card
  readonly charged: number | "unknown"
}
