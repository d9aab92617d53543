/** The address of a hub, as somebody types it. Pure: the options page and the worker judge it alike. */

/** The two loopback names that the manifest lets the browser ask for. */
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"])

/** Its origin; `undefined` for what is none: plain http elsewhere, a user name, a path, a query or a fragment. */
export const hubOrigin = (input: string): string | undefined => {
  const text = input.trim()
  if (!/^https?:\/\/[^/?#\s@\\]+\/?$/i.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, host, username, password } = new URL(text)
  if (username !== "" || password !== "") return undefined
  if (protocol === "http:" && !LOOPBACK.has(hostname)) return undefined
  return `${protocol}//${host}`
}
