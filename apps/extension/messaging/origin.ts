/**
 * Addresses: their origins, the match patterns by which the browser grants permissions for them, and links that lack
 * their scheme. Pure: pages and the worker share it.
 */

/**
 * Returns scheme, host and port, or `undefined` if the text is not a URL. It does not use `URL.origin`, which is "null"
 * for an extension's scheme in some engines.
 */
export const originOf = (address: string | undefined): string | undefined => {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

/** The address of a link as people and services write it, perhaps without its scheme. */
export const withScheme = (link: string): string => (link.includes("://") ? link : `https://${link}`)

/**
 * Returns the narrowest match pattern of an origin. Firefox does not support ports in patterns: a pattern without a
 * port matches every port.
 */
export const patternOf = (origin: string): string => {
  const { protocol, host, hostname } = new URL(origin)
  return `${protocol}//${import.meta.env.FIREFOX ? hostname : host}/*`
}
