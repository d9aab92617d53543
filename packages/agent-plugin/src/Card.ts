/** The data that the popup and the in-page card draw for one record. Pure; a plugin's `card.ts` makes it. */

/** How a value is displayed and what its copy button copies. */
export type CardValueKind = "text" | "email" | "phone" | "url" | "number"

/** The icon beside a row. */
export type CardIcon = "email" | "phone" | "role" | "site" | "number" | "company" | "people" | "place"

/** One fact about the record. */
export interface CardRow {
  /** The name of the value. Screen readers read it, and it is shown below the value if there is no `detail`. */
  readonly label: string
  /** As it is copied: a number is plain digits, such as `1240.5`, which `shownValue` writes for readers. */
  readonly value: string
  readonly kind: CardValueKind
  readonly icon?: CardIcon
  /** Secondary information about the value, such as the location of a role. */
  readonly detail?: string
  /** A short badge beside the value, such as `verified` or `do not call`. */
  readonly mark?: { readonly text: string; readonly tone: CardTone }
  /** The path of the provider's field that the value came from, such as `person.emails[0].email`. */
  readonly source: string
}

/** Digits that a number holds exactly; anything else of the kind, such as `1001-5000`, is shown as it is. */
const PLAIN_NUMBER = /^-?\d{1,15}(\.\d+)?$/

/**
 * The value as readers see it.
 * @param number writes a number as the reader's language does
 */
export const shownValue = (
  { value, kind }: Pick<CardRow, "value" | "kind">,
  number: (value: number) => string
): string => (kind === "number" && PLAIN_NUMBER.test(value) ? number(Number(value)) : value)

/** How strongly a text asks for attention. */
export type CardTone = "neutral" | "good" | "warning" | "danger"

/**
 * A sentence about the whole record, for example that it may be about somebody else. A remark about one value is its
 * `mark`.
 */
export interface CardNotice {
  readonly tone: CardTone
  readonly text: string
}

/** A group of related rows. */
export interface CardSection {
  /** Empty for the first section, which is drawn directly under the title. */
  readonly title: string
  readonly rows: ReadonlyArray<CardRow>
}

/** Figures along an axis, such as sessions per day. Drawn as a line or as bars, and described as text. */
export interface CardChart {
  readonly kind: "line" | "bar"
  /** Labels along the axis, one per figure: dates or names. */
  readonly x: ReadonlyArray<string>
  /** `null` if there is no figure for that position. */
  readonly series: ReadonlyArray<{ readonly label: string; readonly values: ReadonlyArray<number | null> }>
  /** The unit of the figures: `sessions`, `EUR`. */
  readonly unit: string
  /** A sentence that describes the chart, for screen readers. */
  readonly text: string
}

/** One record, ready to be drawn. */
export interface Card {
  readonly title: string
  readonly subtitle: string
  /** Shown above everything else. */
  readonly notices: ReadonlyArray<CardNotice>
  readonly sections: ReadonlyArray<CardSection>
  readonly chart?: CardChart
  /** ISO 8601: when the provider was queried. */
  readonly fetchedAt: string
  /** ISO 8601: when the provider last verified the record, if it says so. */
  readonly checkedOn?: string
  readonly fromCache: boolean
}
