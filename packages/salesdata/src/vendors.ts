/**
 * Presets of real services. The sales data provider has no public service: base address, key header and filter names
 * are account settings.
 */
import { words } from "./identity/words.ts"

/** The professional network whose profiles are recognised without a setting. */
export const profileSite = "linkedin.com"

/** Field names of a profile's URL, the general ones first. */
export const profileFields = words(
  "profile_url profilenet_url linkedin_url linkedin_profile_url linkedin_profile linkedin social_links.linkedin links.linkedin"
)
