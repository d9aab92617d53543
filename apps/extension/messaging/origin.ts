/** The origin of an address, and what the browser's permissions call it. Pure: pages and the worker share it. */

/**
 * Scheme, host and port; `undefined` for what is no address. Not by `URL.origin`, which is "null" for an extension's
 * scheme in some engines.
 */
export const originOf = (address: string | undefined): string | undefined => {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}

/** The narrowest match pattern of an origin. Firefox knows no ports in patterns: one without stands for every port. */
export const patternOf = (origin: string): string => {
  const { protocol, host, hostname } = new URL(origin)
  return `${protocol}//${import.meta.env.FIREFOX ? hostname : host}/*`
}
