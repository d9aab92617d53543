/** Presets of the real services: the one place that names them. */

/** Base address of the public service's API; an enterprise server's is `https://HOST/api/v3`. */
export const apiAddress = "https://api.github.com"

/** Where the public service's people sign in, and its pages. */
export const webAddress = "https://github.com"

/** Host of the public service's pages. */
export const pageHost = "github.com"

/** Sent as `accept` where a caller gives none. */
export const mediaType = "application/vnd.github+json"

/** The version that all current servers support. */
export const apiVersion = "2022-11-28"

/** The service refuses calls without one. */
export const userAgent = "inlay"

/** OAuth 2.0 device flow (RFC 8628), below the address where people sign in. */
export const deviceFlow = {
  codes: "/login/device/code",
  tokens: "/login/oauth/access_token"
}

/** Scopes that the tool steps need of a classic token or a sign-in. */
export const scopes = ["repo", "workflow", "gist", "read:org", "project"]

/** Where people delete tokens that they made themselves. */
export const tokenPage = "/settings/tokens"

/** Where people take back what they granted to apps. */
export const applicationsPage = "/settings/applications"
