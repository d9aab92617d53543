/** Headers that only the client sets. Neither callers nor an account's settings may set them. */
import { isSecretName } from "../redaction/secret-names.ts"

/** Normalises a name as CGI and its successors do: they read `X_Forwarded.For` as `x-forwarded-for`. */
export const asGatewaysRead = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "-")

export type Rule = readonly [why: string, ...names: ReadonlyArray<RegExp>]

export const CREDENTIAL = "credentials come from the account, never from an input"
export const TARGET = "it would change the sender or target"
export const REQUEST = "it would change the request"
export const REPEAT = "a provider could return the response of an earlier request with the same key"

const FOR_NOBODY: ReadonlyArray<Rule> = [
  [
    "it frames the message, which is up to the client",
    /^(host|connection|keep-alive|te|trailers?|transfer-encoding|upgrade.*|expect|early-data|http2-settings|max-forwards)$/,
    /^(proxy-.*|content-(?!type$).*|accept-(encoding|charset))$/
  ],
  [
    TARGET,
    /^(via|(x-)?forward.*|x-(original|rewrite|real|accel|envoy|middleware)-.*|(x-)?(remote|ssl|proxy)-.*)$/,
    /^(front-end-https|x-(url-)?scheme|(.*-)?(ip|host))$/
  ],
  [REQUEST, /^(x-)?(http-)?method$|-override$/],
  [
    "browsers reserve it",
    // The rest of Fetch's forbidden request-headers: https://fetch.spec.whatwg.org/#forbidden-request-header
    /^(origin|referer|date|dnt|cookie2|set-cookie2|access-control-.*|sec-.*)$/
  ],
  [REPEAT, /idempoten|repeatab|dedup/]
]

/** Returns why the rules refuse a name, which must be normalised by `asGatewaysRead`. */
export const brokenRule = (name: string, rules: ReadonlyArray<Rule>): string | undefined =>
  rules.find(([, ...names]) => names.some((one) => one.test(name)))?.[0]

/**
 * Returns whether a header frames, routes or marks a request. Such a header can be set by the client alone and cannot
 * carry a key.
 */
export const isForNobody = (name: string): boolean => brokenRule(asGatewaysRead(name), FOR_NOBODY) !== undefined

/**
 * Returns why not even an account's settings may set a header, or `undefined` if they may.
 * @param credential the account's own header
 */
export const whyForNobody = (name: string, credential: string): string | undefined => {
  const gatewayName = asGatewaysRead(name)
  const why = brokenRule(gatewayName, FOR_NOBODY)
  return gatewayName === asGatewaysRead(credential) || (isSecretName(gatewayName) && why === undefined)
    ? CREDENTIAL
    : why
}
