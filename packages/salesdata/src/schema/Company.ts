/** The normalised record of a company, whatever the provider's format. */
import * as Schema from "effect/Schema"

const Text = Schema.NullOr(Schema.String)

/** A company. Unknown values are `null`. */
export const Company = Schema.Struct({
  name: Text,
  domain: Text,
  /** As the provider writes it. */
  abn: Text,
  industry: Text,
  /** The provider's size band, such as `201-500`. */
  size: Text,
  employeeCount: Schema.NullOr(Schema.Finite),
  /** One line: city, state or region, country. */
  location: Text,
  technologies: Schema.Array(Schema.String),
  phone: Text,
  /** Whether the number is on a do-not-call register, as for a person's. */
  phoneDoNotCall: Schema.NullOr(Schema.Boolean),
  website: Text,
  profileUrl: Text
})
export type Company = typeof Company.Type
