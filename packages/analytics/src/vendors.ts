/** Presets of the real service: the one place that names it. */

/** Base address of the reports' API. */
export const dataAddress = "https://analyticsdata.googleapis.com"

/** Base address of the API for properties, key events and data streams. */
export const adminAddress = "https://analyticsadmin.googleapis.com"

/** Where people sign in: OAuth 2.0 authorization code with PKCE. */
export const authorizationAddress = "https://accounts.google.com/o/oauth2/v2/auth"

/** Where codes, refresh tokens and signed assertions are exchanged for access tokens. */
export const tokenAddress = "https://oauth2.googleapis.com/token"

/** Where tokens are revoked. */
export const revocationAddress = "https://oauth2.googleapis.com/revoke"

/** Named in every answer of a sign-in (RFC 9207). */
export const issuer = "https://accounts.google.com"

/** Rights to read reports and settings, and to change settings. */
export const scopes = {
  read: "https://www.googleapis.com/auth/analytics.readonly",
  edit: "https://www.googleapis.com/auth/analytics.edit"
}

/** Without these, a sign-in gives no refresh token. */
export const offline = { access_type: "offline", prompt: "consent" }

/** Where people take back what they granted to apps. */
export const permissionsPage = "https://myaccount.google.com/permissions"

/** Where project owners delete the keys of service accounts. */
export const serviceAccountsPage = "https://console.cloud.google.com/iam-admin/serviceaccounts"

/** Where the service's own pages are. */
export const pageHost = "analytics.google.com"

/** The version segment of both APIs. */
export const version = "v1beta"

/** The quota's days end at midnight here. https://developers.google.com/analytics/devguides/reporting/data/v1/quotas */
export const quotaTimeZone = "America/Los_Angeles"

/** What calls name themselves by. */
export const userAgent = "inlay"
