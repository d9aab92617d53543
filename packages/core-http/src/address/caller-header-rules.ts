/**
 * Decides which headers a caller may set: those that change how the answer is written, and the provider's own feature
 * switches. Headers that say who sends a request, on whose behalf, from where or how often are refused by the words in
 * their names, because providers and gateways invent such names freely and no list of them is complete.
 */
import {
  asGatewaysRead,
  brokenRule,
  CREDENTIAL,
  REPEAT,
  REQUEST,
  TARGET,
  whyForNobody,
  type Rule
} from "./header-rules.ts"

/** Matches names that contain one of the words between hyphens. */
const word = (words: string): RegExp => new RegExp(`(^|-)(${words})(-|$)`)

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
  ["browsers reserve it", /^x-requested-with$/],
  [
    REPEAT,
    /nonce|replay|correlation|transaction|(request|message|event)-?(id|key|ref)/,
    word("retry|attempt|unique|once|repeat")
  ],
  [
    "it would identify the caller, which is up to the account",
    /user|account|tenant|member|customer|consumer|principal|impersonat|delegat|behalf|sudo|identi|login|e-?mail|mailbox/,
    /owner|admin|role|permission|claim|organi[sz]ation|workspace|employee|merchant|subscriber|trace|baggage/,
    word(
      "as|actas|runas|acting|actor|assume|su|from|for|by|dn|upn|sub|subject|persona?|agent|caller|sender|issuer|client"
    ),
    word("orgs?|orgid|groups?|teams?|project|company|realm|domain|namespace|partner|seller|operator|device|b3|span"),
    word("ids?|uid|uuid|guid|oid|gid|sid")
  ]
]

/** The names without a hyphen that change how the answer is written. All others frame, route or identify a request. */
const ONE_WORD = /^(accept|range|prefer|pragma)$/
/**
 * A documented switch of the public code host's GraphQL API. It is allowed although its last word is refused in other
 * names.
 */
const SWITCH = /^x-github-next-global-id$/

/** Returns why a caller may not set a header, or `undefined` if it may. */
export const whyForAccounts = (name: string, credential: string): string | undefined => {
  const gatewayName = asGatewaysRead(name)
  const why = whyForNobody(name, credential)
  if (why !== undefined || SWITCH.test(gatewayName)) return why
  if (!gatewayName.includes("-") && !ONE_WORD.test(gatewayName)) return "it does not change how the response is written"
  return brokenRule(gatewayName, FOR_ACCOUNTS)
}
