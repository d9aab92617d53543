/** The input of a person lookup: at least one identifier. Several together improve the match. */
import * as Schema from "effect/Schema"

import { personIdentifiers } from "../identity/normal-form.ts"
import { optionalText } from "./names.ts"

/** A person, by one or more identifiers. */
export const PersonLookup = Schema.Struct({
  /** On the professional network. */
  profilenet_url: optionalText(personIdentifiers.profilenet_url, "Profile URL"),
  email: optionalText(personIdentifiers.email),
  profilenet_slug: optionalText(personIdentifiers.profilenet_slug, "Last path segment of the profile URL")
})
/** A person, by one or more identifiers. */
export type PersonLookup = typeof PersonLookup.Type
