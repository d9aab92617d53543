/** URLs and constants of the real service. This is the only module that names it. */

/** Base URL of the Data API (reports). */
export const dataAddress = "https://analyticsdata.googleapis.com"

/** Base URL of the Admin API (properties, key events and data streams). */
export const adminAddress = "https://analyticsadmin.googleapis.com"

/** Sign-in URL: OAuth 2.0 authorization code with PKCE. */
export const authorizationAddress = "https://accounts.google.com/o/oauth2/v2/auth"

/** URL at which codes, refresh tokens and signed assertions are exchanged for access tokens. */
export const tokenAddress = "https://oauth2.googleapis.com/token"

/** URL at which tokens are revoked. */
export const revocationAddress = "https://oauth2.googleapis.com/revoke"

/** The issuer that responses of a sign-in name (RFC 9207). */
export const issuer = "https://accounts.google.com"

/** Scopes for reading reports and settings, and for changing settings. */
export const scopes = {
  read: "https://www.googleapis.com/auth/analytics.readonly",
  edit: "https://www.googleapis.com/auth/analytics.edit"
}

/** Parameters of the sign-in. Without them it returns no refresh token. */
export const offline = { access_type: "offline", prompt: "consent" }

/** Page on which people revoke the access of apps. */
export const permissionsPage = "https://myaccount.google.com/permissions"

/** Page on which project owners delete keys of service accounts. */
export const serviceAccountsPage = "https://console.cloud.google.com/iam-admin/serviceaccounts"

/** Host of the service's web interface. */
export const pageHost = "analytics.google.com"

/** The version segment of both APIs. */
export const version = "v1beta"

/**
 * The quota's days end at midnight in this time zone.
 * https://developers.google.com/analytics/devguides/reporting/data/v1/quotas
 */
export const quotaTimeZone = "America/Los_Angeles"

/** The user agent of requests. */
export const userAgent = "inlay"
