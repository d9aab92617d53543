/** The types by which pages, the worker and the card name what a tab shows. Pure types. */
import type { Card } from "@inlay/agent-plugin/Card"

/** The person or company that a tab is about, determined from its address alone. */
export interface Subject {
  /** A person's profile, a company's profile, or a company's own site. */
  readonly kind: "person" | "company" | "site"
  /** The part of the address that the user can see: a slug or a domain. */
  readonly name: string
  /** Changes whenever the tab shows a different person or company. */
  readonly key: string
}

/** The data for the card in the page: display fields only. */
export interface PageCard {
  readonly subject: Subject
  readonly card: Card
  readonly charged: number | "unknown"
}
