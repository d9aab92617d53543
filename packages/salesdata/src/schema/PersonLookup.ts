/** Identifies the person to look up, by one identifier or more; several together improve the match. */
import * as Schema from "effect/Schema"

import { personIdentifiers } from "../identity/normal-form.ts"
import { optionalText } from "./names.ts"

/** Whom: one identifier or more. */
export const PersonLookup = Schema.Struct({
  /** On the professional network. */
  profilenet_url: optionalText(personIdentifiers.profilenet_url, "Profile URL"),
  email: optionalText(personIdentifiers.email),
  profilenet_slug: optionalText(personIdentifiers.profilenet_slug, "Last path segment of the profile URL")
})
/** Whom: one identifier or more. */
export type PersonLookup = typeof PersonLookup.Type
