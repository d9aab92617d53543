/**
 * A record as people see it: what the popup and the in-page card draw. Pure data; a plugin's `card.ts` makes it.
 */

/** How a value is shown and what its copy button copies. */
export type CardValueKind = "text" | "email" | "phone" | "url" | "number"

/** What a row is about, as a small picture beside it. */
export type CardIcon = "email" | "phone" | "role" | "site" | "number" | "company" | "people" | "place"

/** One fact. */
export interface CardRow {
  /** What the value is: read out, and shown below the value where there is no `detail`. */
  readonly label: string
  readonly value: string
  readonly kind: CardValueKind
  readonly icon?: CardIcon
  /** What belongs to the value and is less than it, such as the place of a role. */
  readonly detail?: string
  /** A short mark at the value, such as `verified` or `do not call`. */
  readonly mark?: { readonly text: string; readonly tone: CardTone }
  /** Where the value came from: the provider's own field path, such as `person.emails[0].email`. */
  readonly source: string
}

/** How much a text asks for attention. */
export type CardTone = "neutral" | "good" | "warning" | "danger"

/** A sentence that puts the whole record in doubt, such as that it may be about somebody else. What is said of one value is its mark. */
export interface CardNotice {
  readonly tone: CardTone
  readonly text: string
}

/** Rows that belong together. */
export interface CardSection {
  /** Empty for the first section, which stands directly under the title. */
  readonly title: string
  readonly rows: ReadonlyArray<CardRow>
}

/** Figures along an axis, such as sessions a day: drawn as a line or as bars, and said as text. */
export interface CardChart {
  readonly kind: "line" | "bar"
  /** What stands along the axis, one for each figure: dates, names. */
  readonly x: ReadonlyArray<string>
  /** `null` where there is no figure. */
  readonly series: ReadonlyArray<{ readonly label: string; readonly values: ReadonlyArray<number | null> }>
  /** What the figures count: `sessions`, `EUR`. */
  readonly unit: string
  /** What the chart shows, in a sentence: for those who cannot see it. */
  readonly text: string
}

/** One record, ready to be drawn. */
export interface Card {
  readonly title: string
  readonly subtitle: string
  /** Shown before anything else. */
  readonly notices: ReadonlyArray<CardNotice>
  readonly sections: ReadonlyArray<CardSection>
  readonly chart?: CardChart
  /** ISO 8601: when the provider was asked. */
  readonly fetchedAt: string
  /** ISO 8601: when the provider itself last checked the record, where it says so. */
  readonly checkedOn?: string
  readonly fromCache: boolean
}
