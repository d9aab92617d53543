/** Presets for the real services. This is the only module that names them. */

/** Base address of the public service's API. For an enterprise server it is `https://HOST/api/v3`. */
export const apiAddress = "https://api.github.com"

/** Address of the public service's website, where users sign in. */
export const webAddress = "https://github.com"

/** Host of the public service's pages. */
export const pageHost = "github.com"

/** Sent as the `accept` header if a caller gives none. */
export const mediaType = "application/vnd.github+json"

/** The API version that all current servers support. */
export const apiVersion = "2022-11-28"

/** The `user-agent` header. The service refuses requests without one. */
export const userAgent = "inlay"

/** Paths of the OAuth 2.0 device flow (RFC 8628), relative to the sign-in address. */
export const deviceFlow = {
  codes: "/login/device/code",
  tokens: "/login/oauth/access_token"
}

/** Scopes that the tool steps need from a classic token or a sign-in. */
export const scopes = ["repo", "workflow", "gist", "read:org", "project"]

/** Page where users delete access tokens that they created. */
export const tokenPage = "/settings/tokens"

/** Page where users revoke the access that they granted to apps. */
export const applicationsPage = "/settings/applications"
