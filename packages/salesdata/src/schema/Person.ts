/** The normalised record of a person, whatever the provider's format. */
import * as Schema from "effect/Schema"

const Text = Schema.NullOr(Schema.String)

/** An e-mail address, with what the provider says about it. */
export const Email = Schema.Struct({
  value: Schema.String,
  /** The provider's label, such as `work` or `personal`. */
  kind: Text,
  /** The provider's word, such as `verified`. `unverified` if a flag says so. */
  status: Text
})
export type Email = typeof Email.Type

/** A telephone number, with what the provider says about it. */
export const Phone = Schema.Struct({
  value: Schema.String,
  kind: Text,
  /**
   * Whether the number is on a do-not-call register; `null` if the provider does not say. A mark that cannot be read
   * counts as `true`, and is drift.
   */
  doNotCall: Schema.NullOr(Schema.Boolean)
})
export type Phone = typeof Phone.Type

/** The employer, as far as a person's record names it. */
export const Employer = Schema.Struct({ name: Text, domain: Text, abn: Text, profileUrl: Text })

/** A person. Unknown values are `null`. */
export const Person = Schema.Struct({
  name: Text,
  jobTitle: Text,
  seniority: Text,
  department: Text,
  emails: Schema.Array(Email),
  phones: Schema.Array(Phone),
  company: Schema.NullOr(Employer),
  /** One line: city, state or region, country. */
  location: Text,
  profileUrl: Text
})
export type Person = typeof Person.Type
