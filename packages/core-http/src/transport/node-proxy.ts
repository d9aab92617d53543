/**
 * Says what is wrong with the proxy that the environment names. Undici's own errors name neither the proxy nor its
 * variable.
 */
import { errors } from "undici"

import { isLoopback } from "../address/BaseAddress.ts"

interface Setting {
  readonly name: string
  readonly value: string
}

/** The first of the variables that is set, as undici reads them. */
const settingOf = (...names: ReadonlyArray<string>): ReadonlyArray<Setting> => {
  const name = names.find((each) => process.env[each] !== undefined)
  const value = name === undefined ? "" : process.env[name]
  return name === undefined || value === undefined || value === "" ? [] : [{ name, value }]
}

const isAddress = ({ value }: Setting): boolean => URL.canParse(value) && new URL(value).host !== ""

class SocksProxy extends Error {}

const settings = (): ReadonlyArray<Setting> => [
  ...settingOf("https_proxy", "HTTPS_PROXY"),
  ...settingOf("http_proxy", "HTTP_PROXY")
]

/** Throws if a SOCKS proxy is named. Undici's client for it cannot be told an address in place of a name. */
export const refuseSocks = (): void => {
  const socks = settings().find(({ value }) => /^socks/i.test(value))
  if (socks === undefined) return
  throw new SocksProxy(`the proxy in ${socks.name} is a SOCKS proxy, through which a server does not send`)
}

/** How Node and undici refuse an address. */
const INVALID: ReadonlySet<unknown> = new Set(["ERR_INVALID_URL", "UND_ERR_INVALID_ARG"])

/**
 * Returns what a proxy did wrong if that explains why a request was not sent, as a clause without the proxy's address,
 * which may contain a password.
 */
export const proxyProblem = (url: URL, cause: unknown): string | undefined => {
  if (isLoopback(url.hostname)) return undefined
  if (cause instanceof SocksProxy) return cause.message
  const isInvalid = cause instanceof Error && "code" in cause && INVALID.has(cause.code)
  const wrong = isInvalid ? settings().find((setting) => !isAddress(setting)) : undefined
  if (wrong !== undefined) return `${wrong.name} is not an address such as http://proxy.example:3128`
  const [used] = settings()
  if (used === undefined) return undefined
  if (cause instanceof errors.HTTPParserError) return `the proxy in ${used.name} does not answer in HTTP`
  const [, status] = /^Proxy response \((\d{3})\)/.exec(cause instanceof Error ? cause.message : "") ?? []
  return status === undefined ? undefined : `the proxy in ${used.name} answered ${status}`
}
