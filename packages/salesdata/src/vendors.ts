/**
 * Presets of real services. The sales data provider has no public service: base address, key header and filter names
 * are account settings.
 */

/** The professional network whose profiles are recognised without a setting. */
export const profileSite = "linkedin.com"

/** Field names that real providers use for a profile's URL. */
export const profileFields: ReadonlyArray<string> = [
  "linkedin_url",
  "linkedin_profile_url",
  "linkedin_profile",
  "linkedin",
  "social_links.linkedin",
  "links.linkedin"
]
