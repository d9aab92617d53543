/** Validates a hub's address as typed. Pure: the options page and the worker share it. */

/** The two loopback names that the manifest allows as optional hosts. */
export const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"])

/**
 * Returns the address's origin, or `undefined` if it is invalid: plain http to another machine, a user name, a path, a
 * query or a fragment.
 */
export const hubOrigin = (input: string): string | undefined => {
  const text = input.trim()
  if (!/^https?:\/\/[^/?#\s@\\]+\/?$/i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, origin } = new URL(text)
  return protocol === "http:" && !LOOPBACK.has(hostname) ? undefined : origin
}
