/**
 * Which headers may be written by whom. A caller may write those that change how the answer is written, and the provider's
 * own feature switches. What says who asks, for whom, from where or how often is refused by the words of its name:
 * providers and their gateways invent such names freely, so no list of them is ever whole.
 */
import * as Redaction from "../redaction/Redaction.ts"

/** A name as CGI and its heirs read it: for them, `X_Forwarded.For` is `x-forwarded-for`. */
export const asGatewaysRead = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "-")

type Rule = readonly [why: string, ...names: ReadonlyArray<RegExp>]

/** Matches names that hold one of the words between hyphens. */
const word = (words: string): RegExp => new RegExp(`(^|-)(${words})(-|$)`)

const CREDENTIAL = "credentials are the account's, never an input"
const TARGET = "it would name another sender or target"
const REQUEST = "it would turn the request into another one"
const REPEAT = "a provider would answer one request with the answer of another of the same mark"

/** For everybody, an account's settings too. */
const FOR_NOBODY: ReadonlyArray<Rule> = [
  [
    "it frames the message, which is the client's part",
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
    "browsers keep it for themselves",
    // The rest of Fetch's forbidden request-headers: https://fetch.spec.whatwg.org/#forbidden-request-header
    /^(origin|referer|date|dnt|cookie2|set-cookie2|access-control-.*|sec-.*)$/
  ],
  [REPEAT, /idempoten|repeatab|dedup/]
]

const FOR_ACCOUNTS: ReadonlyArray<Rule> = [
  [
    CREDENTIAL,
    /passw|credential|cookie|session|signature|assertion|token|secret|saml|oidc|csrf|xsrf|jwt|hmac|auth(?!ors?(-|$))/,
    word("certs?|certificate|ssl|tls|mtls|otp|totp|mfa|sso|signed|pin")
  ],
  [
    TARGET,
    /forward|remote|proxy|rewrite|redirect|(real|client)ip/,
    word("addr|address|port|proto|https|ur[il]|path|real|original|originating|destination|upstream|backend"),
    word("route|routing|vhost|alt")
  ],
  [REQUEST, /method/, word("action|operation|target|command|bypass|internal|trusted|elevated?|privileged")],
  ["browsers keep it for themselves", /^x-requested-with$/],
  [
    REPEAT,
    /nonce|replay|correlation|transaction|(request|message|event)-?(id|key|ref)/,
    word("retry|attempt|unique|once|repeat")
  ],
  [
    "it would say who asks, or for whom, which is the account's part",
    /user|account|tenant|member|customer|consumer|principal|impersonat|delegat|behalf|sudo|identi|login|e-?mail|mailbox/,
    /owner|admin|role|permission|claim|organi[sz]ation|workspace|employee|merchant|subscriber|trace|baggage/,
    word(
      "as|actas|runas|acting|actor|assume|su|from|for|by|dn|upn|sub|subject|persona?|agent|caller|sender|issuer|client"
    ),
    word("orgs?|orgid|groups?|teams?|project|company|realm|domain|namespace|partner|seller|operator|device|b3|span"),
    word("ids?|uid|uuid|guid|oid|gid|sid")
  ]
]

/** Of the names without a hyphen, those that say how to answer; the others frame, route or identify. */
const ONE_WORD = /^(accept|range|prefer|pragma)$/
/** A documented switch of the public code host's GraphQL, whatever its last word says. */
const SWITCH = /^x-github-next-global-id$/

const broken = (name: string, rules: ReadonlyArray<Rule>): string | undefined =>
  rules.find(([, ...names]) => names.some((one) => one.test(name)))?.[0]

/** Whether a header frames, routes or marks a request: nobody writes it, and it carries no key. */
export const isForNobody = (name: string): boolean => broken(asGatewaysRead(name), FOR_NOBODY) !== undefined

/**
 * Why not even an account's settings may name a header; `undefined` where they may.
 * @param credential the account's own header
 */
export const whyForNobody = (name: string, credential: string): string | undefined => {
  const read = asGatewaysRead(name)
  const why = broken(read, FOR_NOBODY)
  return read === asGatewaysRead(credential) || (Redaction.isSecretName(read) && why === undefined) ? CREDENTIAL : why
}

/** Why a caller may not write a header; `undefined` where it may. */
export const whyForAccounts = (name: string, credential: string): string | undefined => {
  const read = asGatewaysRead(name)
  const why = whyForNobody(name, credential)
  if (why !== undefined || SWITCH.test(read)) return why
  if (!read.includes("-") && !ONE_WORD.test(read)) return "it is none that changes how the answer is written"
  return broken(read, FOR_ACCOUNTS)
}
