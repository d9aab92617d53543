/** Presets of the real service: the one place that names it. */

/** Base address of its API. */
export const apiAddress = "https://api.starter.example"

/** Host of its pages. */
export const pageHost = "starter.example"
