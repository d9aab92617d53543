/** A leniently read record: its values, where each was found, and which had an unexpected type. */
export interface Reading<A> {
  readonly value: A
  /** Field of the record (`emails.0`) -> dotted path in the provider's response. */
  readonly sources: Readonly<Record<string, string>>
  readonly drift: ReadonlyArray<string>
  /** The day on which the provider last checked the record, ISO 8601, if it says so. */
  readonly checkedOn: string | undefined
}
