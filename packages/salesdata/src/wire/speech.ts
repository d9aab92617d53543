/**
 * Classifies a provider's text: whether it is about no match, a throttle, credits, a key, a path, or a failure of the
 * provider.
 */
import type { Words } from "./words.ts"

/** Converts camel, snake, kebab, dotted and constant case to a lower-case sentence. */
const spell = (text: string): string =>
  text
    .replace(/['’]/g, "")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[^a-zA-Z\d]+/g, " ")
    .trim()
    .toLowerCase()

/** Compiles phrases to a pattern. `~` stands for up to four words. */
const phrases = (...all: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<!\\w)(?:${all.join("|").replaceAll("~ ", "(?:\\w+ ){0,4}")})(?!\\w)`)

/** "No credits were charged" does not mean that credits have run out. */
const NOT_CHARGED = /\b(no|0|zero|any|your) (\w+ )?credits? (\w+ ){0,3}(used|charged|deducted|consumed|spent|billed)\b/g

const PER_TIME = phrases("per (second|minute|hour)", "concurren\\w+")
const THROTTLED = phrases(
  "rate ?limit(ed|ing)?( error)?$",
  "rate ?limited",
  "rate ?limits? ~ (exceeded|reached|hit|violation|quota)",
  "(exceed\\w*|reached|hit|over) ~ rate ?limit",
  "too many (\\w+ )?(requests|calls|attempts|lookups)",
  "throttl(ed|ing)",
  "slow down",
  "spike ?arrest( violation)?",
  "resource exhausted$",
  "(request|api|call|hourly|minute|second|concurrency) (\\w+ )?limit (\\w+ )?(exceeded|reached)"
)
const MONEY =
  "(credits?|balance|quota|funds|allowance|(daily|weekly|monthly|annual|usage|plan|account|subscription|enrichment|lookup|credit|billing)( \\w+)? limit)"
const NO_CREDITS = phrases(
  `(insufficient|not (have )?(enough|sufficient)|dont have|too few|no more|out of|ran out|exhausted|used (up|all)|exceeded|reached|over|hit|low) ~ ${MONEY}`,
  `${MONEY} ~ (exhausted|exceeded|depleted|used up|reached|ran out|insufficient|too low|empty)`,
  `(no|0|zero) (\\w+ )?${MONEY}( left| remaining| available| error| exception)?$`,
  "(no|0|zero) (\\w+ )?credits? (left|remaining|available)",
  "payment required",
  "over ?quota",
  "^limit exceeded$",
  "maximum number of (matches|lookups|records|credits)",
  "(plan|subscription|trial) (\\w+ )?(expired|ended)"
)
const KEY = "((api ?)?key|token|credentials?|authorization|auth(entication)?( header| token| key)?)"
const BAD_KEY = phrases(
  "un ?(authori[sz]ed|authenticated)",
  "not (authenticated|logged in)",
  "auth(entication)? ?(failed|required|error|failure|is required|invalid)",
  `(invalid|bad|wrong|missing|incorrect|unknown|expired|revoked|disabled|malformed|no|provide an?) (\\w+ ){0,2}${KEY}`,
  `${KEY} ~ (invalid|missing|required|expired|revoked|wrong|incorrect|unknown|disabled|inactive|blocked|not (found|valid|exist|recogni[sz]ed|provided|supplied|present|active))`
)
const NO_RIGHT = phrases(
  "forbidden",
  "(access|permission) denied",
  "not (permitted|allowed|authori[sz]ed|accessible|included|entitled)",
  "insufficient (permissions?|scope|privileges?)",
  "upgrade (your|to)"
)

const SUBJECT =
  "(person|people|contacts?|profiles?|compan(y|ies)|organi[sz]ations?|records?|match(es)?|results?|leads?|prospects?|individuals?|emails?|entit(y|ies)|employees?|domains?|business(es)?|abn)"
const UNABLE = "(could not|couldnt|can ?not|cant|unable to|did not|didnt)"
/** "Not found" that names the subject. A provider that says this has searched for it. */
const NAMED = [
  `${SUBJECT} ~ (not found|not exist|could not be found)`,
  `no (\\w+ ){0,2}${SUBJECT}`,
  `unknown ${SUBJECT}`,
  `${UNABLE} (find|locate|match) ~ ${SUBJECT}`
]
const SUBJECT_NOT_FOUND = phrases(...NAMED)
const NOT_FOUND = phrases(
  ...NAMED,
  "not ?found",
  "(doesnt|not) exist",
  "(no data|no hits?|no information|nothing|none|nobody|no one)( was| were)?( found| available|$)",
  `${UNABLE} (\\w+ )?(find|locate|match|be (found|located|matched))`,
  "(un ?|not )matched",
  "empty (data|result|response)"
)
/** "Not found" about something other than the subject, such as the account or a part of the provider. */
const ELSE =
  "(key|token|account|tenant|workspace|host|database|server|service|plan|subscription|user|client|job|request)"
const ABOUT_ELSE = phrases(
  `${ELSE} (\\w+ ){0,2}not (found|exist)`,
  `(no such|unknown) ${ELSE}`,
  `no ${ELSE} (found|exists)`
)
/** "Not found" about the path, so that a wrong base address is not taken for "no match". */
const ROUTE = "(route|endpoint|path|page|method|operation|handler)"
const ABOUT_ROUTE = phrases(
  `no (\\w+ )?(route|endpoint|handler)`,
  `${ROUTE} (\\w+ ){0,3}(not (found|exist|supported)|unknown|invalid)`,
  `(unknown|invalid|no such|no matching|unrecogni[sz]ed) ${ROUTE}`,
  "cannot (get|post|put)",
  "requested url",
  "unable to identify proxy",
  "missing authentication token"
)

const WAITING = "(queued|accepted|submitted|scheduled|enqueued)"
const PENDING = phrases(
  `^(pending|processing|searching|running|waiting|working|incomplete|${WAITING})$`,
  "in ?(progress|queue|process)",
  "in the queue",
  "not ready",
  "(still|being|currently) \\w+(ing|ed)( up)?",
  `(been|was|is|request) ${WAITING}`,
  `${WAITING} for`,
  "job (created|started|queued)",
  "check back",
  "will be (sent|delivered|posted|notified|available|ready)"
)

/** The provider, or a service behind it, could not search. */
const IN_TROUBLE = phrases(
  "time ?out",
  "timed out",
  "internal (server )?error",
  "something went wrong",
  "under maintenance",
  "temporar(y|ily) (\\w+ )?(error|failure|unavailable|down|disabled|overloaded)",
  "(service|upstream|backend|database|sources?|provider|server) (\\w+ ){0,2}(unavailable|failed|down|overloaded|unreachable)",
  "unexpected (error|failure|exception)",
  "(try|check) again (later|in|soon)"
)

/** What the text is about. All fields are false if nothing known is found. */
export interface Speech {
  readonly throttled: boolean
  readonly noCredits: boolean
  readonly badKey: boolean
  readonly noRight: boolean
  /** Nobody matches. The text is about the subject, not about the key, the account or the path. */
  readonly nobody: boolean
  /** The same, naming the subject. */
  readonly nobodyNamed: boolean
  readonly noRoute: boolean
  /** "Not found" about the account or a part of the provider. */
  readonly elsewhere: boolean
  readonly pending: boolean
  /** A failure of the provider, if nothing says that nobody matches. */
  readonly inTrouble: boolean
}

/**
 * Classifies each text separately, because adjacent texts do not form a sentence. Properties are computed on access; a
 * response with a record needs hardly any of them.
 */
export const speechOf = ({ texts }: Words): Speech => {
  const sentences = texts.map((text) => spell(text.slice(0, 500)).replace(NOT_CHARGED, " "))
  const says = (pattern: RegExp) => sentences.some((text) => pattern.test(text))
  const isAboutSubject = () => !says(ABOUT_ROUTE) && !says(ABOUT_ELSE)
  return {
    get throttled() {
      return says(THROTTLED) || (says(PER_TIME) && says(NO_CREDITS))
    },
    // A quota per minute and a rate limit recover by themselves, however they are worded.
    get noCredits() {
      return says(NO_CREDITS) && !says(PER_TIME) && !says(/\brate ?limit/)
    },
    get badKey() {
      return says(BAD_KEY)
    },
    get noRight() {
      return says(NO_RIGHT)
    },
    get nobody() {
      return says(NOT_FOUND) && isAboutSubject()
    },
    get nobodyNamed() {
      return says(SUBJECT_NOT_FOUND) && isAboutSubject()
    },
    get noRoute() {
      return says(ABOUT_ROUTE)
    },
    get elsewhere() {
      return says(ABOUT_ELSE)
    },
    get pending() {
      return says(PENDING)
    },
    get inTrouble() {
      return !this.nobody && says(IN_TROUBLE)
    }
  }
}
