/** A record read leniently: what was understood, where each value stood, and what had an unexpected type. */
export interface Reading<A> {
  readonly value: A
  /** Field of the record (`emails.0`) -> dotted path in the provider's answer. */
  readonly sources: Readonly<Record<string, string>>
  readonly drift: ReadonlyArray<string>
  /** The day on which the provider last checked the record, ISO 8601, where it says so. */
  readonly checkedOn: string | undefined
}
