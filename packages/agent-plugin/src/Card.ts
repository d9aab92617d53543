/**
 * A record as people see it: what the popup and the in-page card draw. Pure data; a plugin's `card.ts` makes it.
 */

/** How a value is shown and what its copy button copies. */
export type CardValueKind = "text" | "email" | "phone" | "url" | "number"

export interface CardRow {
  readonly label: string
  readonly value: string
  readonly kind: CardValueKind
  /** A short mark beside the value, such as `verified` or `do not call`. */
  readonly mark?: { readonly text: string; readonly tone: CardTone }
  /** Where the value came from: the provider's own field path, such as `person.emails[0].email`. */
  readonly source: string
}

export type CardTone = "neutral" | "good" | "warning" | "danger"

export interface CardNotice {
  readonly tone: CardTone
  readonly text: string
}

export interface CardSection {
  /** Empty for the first section, which stands directly under the title. */
  readonly title: string
  readonly rows: ReadonlyArray<CardRow>
}

export interface Card {
  readonly title: string
  readonly subtitle: string
  /** Shown before anything else. */
  readonly notices: ReadonlyArray<CardNotice>
  readonly sections: ReadonlyArray<CardSection>
  /** ISO 8601: when the provider was asked. */
  readonly fetchedAt: string
  readonly fromCache: boolean
}
