/** A person as the plugin gives it: the normalised view of whatever the provider answered. */
import * as Schema from "effect/Schema"

const Text = Schema.NullOr(Schema.String)

/** An e-mail address with what the provider says of it. */
export const Email = Schema.Struct({
  value: Schema.String,
  /** The provider's word, such as `work` or `personal`. */
  kind: Text,
  /** The provider's word, such as `verified`; `unverified` where it says so by a flag. */
  status: Text
})
export type Email = typeof Email.Type

/** A telephone number with what the provider says of it. */
export const Phone = Schema.Struct({
  value: Schema.String,
  kind: Text,
  /** Whether the number is on a do-not-call register; `null` where the provider does not say. */
  doNotCall: Schema.NullOr(Schema.Boolean)
})
export type Phone = typeof Phone.Type

/** The employer, as far as a person's record tells it. */
export const Employer = Schema.Struct({ name: Text, domain: Text, abn: Text, profileUrl: Text })

/** A person; what the provider does not say is `null`. */
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
