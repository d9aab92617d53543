/**
 * Presets of real services. The sales data provider has no public one: its base address, key header and filter names
 * are settings of the account.
 */

/** The professional network whose profiles are recognised without a setting. */
export const profileSite = "linkedin.com"

/** Names under which real providers give a profile's address. */
export const profileFields: ReadonlyArray<string> = [
  "linkedin_url",
  "linkedin_profile_url",
  "linkedin_profile",
  "linkedin"
]
