/**
 * Classifies a provider's messages: whether they are about no match, a throttle, credits, a key, a path, or a failure of
 * the provider.
 */
import type { Messages } from "./messages.ts"
import { spell } from "./reading/record-reader.ts"

/** The path of a request, which routers repeat: its words are not about a subject. */
const PATH = /(?<!\S)\S*(enrich|search)\/[a-z]+/gi

/** Compiles phrases to a pattern. `~3` stands for up to three words. */
const phrases = (...all: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<!\\w)(?:${all.join("|").replace(/~(\d) /g, "(?:\\w+ ){0,$1}")})(?!\\w)`)

/** "No credits were charged" does not mean that credits have run out. */
const NOT_CHARGED = /\b(no|0|zero|any|your) (\w+ )?credits? (\w+ ){0,3}(used|charged|deducted|consumed|spent|billed)\b/g

const PER_TIME = phrases("per (second|minute|hour)", "concurren\\w+")
const THROTTLED = phrases(
  "rate ?limit(ing)?( error)?$|rate ?limited|rate ?limits? ~4 (exceeded|reached|hit|violation|quota)|(exceed\\w*|reached|hit|over) ~4 rate ?limit|too many ~1 (requests|calls|attempts|lookups)|throttl(ed|ing)|slow down|spike ?arrest( violation)?|resource exhausted$|(request|api|call|hourly|minute|second|concurrency) ~1 limit ~1 (exceeded|reached)"
)
const MONEY =
  "(credits?|balance|quota|funds|allowance|(daily|weekly|monthly|annual|usage|plan|trial|account|subscription|enrichment|lookup|credit|billing)( \\w+)? limit)"
const SPENT = "exhausted|exceeded|reached|ran out|insufficient"
const NO_CREDITS = phrases(
  `(${SPENT}|not (have )?(enough|sufficient)|dont have|too few|no more|out of|used (up|all)|over|hit|low) ~4 ${MONEY}`,
  `${MONEY} ~4 (${SPENT}|depleted|used up|too low|empty)`,
  `(no|0|zero) ~1 ${MONEY}( left| remaining| available| error| exception)?$`,
  "(no|0|zero) ~1 credits? (left|remaining|available)|payment required|over ?quota|^limit exceeded$|maximum number of (matches|lookups|records|credits)|(plan|subscription|trial) ~1 (expired|ended)"
)
const UNUSABLE = "invalid|missing|wrong|incorrect|unknown|expired|revoked|disabled|deactivated|suspended"
const KEY = "((api ?)?key|token|credentials?|authorization|auth(entication)?( header| token| key)?)"
const BAD_KEY = phrases(
  "un ?(authori[sz]ed|authenticated)|not (authenticated|logged in)|auth(entication)? ?(failed|(is )?required|error|failure|invalid)",
  `(${UNUSABLE}|bad|malformed|no|provide an?) ~2 ${KEY}`,
  `${KEY} ~4 (${UNUSABLE}|no longer active|required|inactive|blocked|not (found|valid|exist|recogni[sz]ed|provided|supplied|present|active))`
)
const NO_RIGHT = phrases(
  "forbidden|(access|permission) denied|not (permitted|allowed|authori[sz]ed|accessible|included|entitled)|insufficient (permissions?|scope|privileges?)|upgrade (your|to|(is )?required)|not available (on|in|for|with) (your|this|the) ~1 plan|requires (a|an|the) ~2 plan"
)

const SUBJECT =
  "(people|(person|contact|profile|organi[sz]ation|record|result|lead|prospect|individual|email|employee|domain)s?|(compan|entit)(y|ies)|(match|business)(es)?|abn)"
const UNABLE = "((could|did)( not|nt)|can( ?no)?t|unable to)"
/** "Not found" that names the subject. A provider that says this has searched for it. */
const NAMED = [
  `${SUBJECT} ~4 (not found|not exist|could not be found)`,
  `no ~2 ${SUBJECT}`,
  `unknown ${SUBJECT}`,
  `${UNABLE} (find|locate|match) ~4 ${SUBJECT}`
]
const SUBJECT_NOT_FOUND = phrases(...NAMED)
const NOT_FOUND = phrases(
  ...NAMED,
  "not ?found|(doesnt|not) exist|(no ~1 data|no (hits?|information|one)|nothing|nobody)( was| were)?( found| available|$)",
  // Alone, as a status or an error, none is that of a job that waits, or no error.
  "none (was |were )?(found|available)",
  `${UNABLE} ~1 (find|locate|match|be (found|located|matched))`,
  "(un ?|not )matched|empty (data|result|response)"
)
/** "Not found" about something other than the subject, such as the account or a part of the provider. */
const ELSE =
  "(key|token|account|tenant|workspace|host|database|server|service|plan|subscription|user|client|job|request)"
const ABOUT_ELSE = phrases(`${ELSE} ~2 not (found|exist)`, `(no such|unknown) ${ELSE}`, `no ${ELSE} (found|exists)`)
/** "Not found" about the path, so that a wrong base address is not taken for "no match". */
const ROUTE = "(route|endpoint|path|page|method|operation|handler)"
const ABOUT_ROUTE = phrases(
  `no ~1 (route|endpoint|handler)`,
  "no (static|http) resource",
  `${ROUTE} ~3 (not (be )?(found|exist|supported)|unknown|invalid)`,
  `(unknown|invalid|no such|no matching|unrecogni[sz]ed) ${ROUTE}`,
  "cannot (get|post|put)|requested url|on this server|unable to identify proxy|missing authentication token"
)

/** Names of what a sentence looks for: "for the email address you provided". */
const LOOKED_FOR = phrases(
  "(for|with|by|from|using|match(es|ing|ed)?|of) ((the|this|these|those|your|any|that) )?~4 (provided|supplied|given|specified|requested|required(?= criteria))( (search|query|input|data|parameters?|fields?|criteria|values?|details?)){0,2}|(the|this|these|those|your|all|search|query|input|more|other|additional) ~2 (parameters?|fields?)"
)
/** About what the request lacks or should not have: "no email provided" is not about nobody. */
const ABOUT_INPUT = phrases(
  "provided|supplied|given|specified|required|missing|parameters?|fields?|in (the )?request( body)?"
)

const ACCOUNT = "account|workspace|tenant|subscription|trial|licen[cs]e"
const PRODUCT = `(${ACCOUNT}|api|feature|endpoint|service)`
const CLOSED = "suspended|blocked|disabled|deactivated|inactive|locked"
const ENDED = `${CLOSED}|over|ended|expired|closed|limited`
/** About the state of the account, wherever it is said. */
const ABOUT_ACCOUNT = phrases(
  "(plan|subscription|licen[cs]e) ~3 (not|doesnt|cannot|cant|isnt)",
  `(${ACCOUNT}) ~3 (${ENDED})`,
  `(${CLOSED}) ~3 (${ACCOUNT})`
)
/** About the account, the provider or the request, so that an empty place beside it does not mean "no match". */
const OFF_SUBJECT = phrases(
  `${PRODUCT} ~3 (${ENDED}|retired|deprecated|discontinued|sunset)`,
  `(${CLOSED}|retired|deprecated) ~3 ${PRODUCT}`,
  "contact (sales|us|support|your)|(must|should|please) ~1 (be|have|contain|match|provide|supply|specify|include|send|pass)|(invalid|malformed|not (a )?valid|not supported|unsupported)"
)
/** The request did not take its course. */
const UNDONE = phrases(
  "(not|cannot|couldnt|cant|didnt|unable to|failed to) ~2 (run|fetch|execut|process|complet|finish)\\w*"
)
/** About success or the request's course, about credits, or about the subject. */
const ABOUT_RESULT = phrases(
  "succe(ss(ful|fully)?|eded)|opt out|2\\d\\d|ok|okay|completed?|done|finished|terminated|miss|processed|executed|fetched|fine|\\d*ms|(ran|took)(?! (out|too))|credits?|charged?|free|(0|zero|no) ~1 (rows|hits)",
  SUBJECT
)

const WAITING = "(queued|accepted|submitted|scheduled|enqueued)"
const PENDING = phrases(
  `^(pending|processing|searching|progress|running|waiting|working|incomplete|resolving|${WAITING})$`,
  "in ?(the )?(progress|queue|process)|not ready|(still|being|currently) (?!retir|deprecat)\\w+(ing|ed)( up)?",
  `(been|was|is|request) ${WAITING}`,
  `${WAITING} for`,
  "job (created|started|queued)|check back|will be (sent|delivered|posted|notified|available|ready)"
)

/** The provider, or a service behind it, could not search. */
const IN_TROUBLE = phrases(
  "timed? ?out|internal (server )?error|something went wrong|under maintenance|temporar(y|ily) ~1 (error|failure|unavailable|down|disabled|overloaded)|(service|upstream|backend|database|sources?|provider|server) ~2 (unavailable|failed|down|overloaded|unreachable)|unexpected (error|failure|exception)|(try|check) again (later|in|soon)"
)

/** Longer texts are cut. */
const MAX_CHARS = 500

const split = (text: string): ReadonlyArray<string> => text.slice(0, MAX_CHARS).split(/[.!?;]\s+|\n+/)

const isAboutInput = (sentence: string): boolean => ABOUT_INPUT.test(sentence.replace(LOOKED_FOR, " "))

const isOffSubject = (sentence: string): boolean =>
  [ABOUT_ACCOUNT, ABOUT_ELSE, ABOUT_ROUTE, OFF_SUBJECT, NO_RIGHT].some((pattern) => pattern.test(sentence)) ||
  isAboutInput(sentence)

const isNeutral = (sentence: string): boolean =>
  sentence.trim() === "" || NOT_FOUND.test(sentence) || (ABOUT_RESULT.test(sentence) && !UNDONE.test(sentence))

/** Whether a text is a sentence. Codes and single words say too little to be about something unknown. */
const isSentence = (text: string): boolean => /\S\s+\S/.test(text.trim())

/**
 * What the messages are about. Each text is classified separately, because adjacent texts do not form a sentence. All
 * answers are computed when they are asked for: a response with a record needs hardly any of them.
 */
export const meaningOf = ({ texts, remarks, errors, notices }: Messages) => {
  const spellShort = (text: string) => spell(text.slice(0, MAX_CHARS).replace(PATH, " ")).replace(NOT_CHARGED, " ")
  const sentences = texts.map(spellShort)
  const says = (pattern: RegExp) => sentences.some((text) => pattern.test(text))
  const sentencesIn = (all: ReadonlyArray<string>) => all.flatMap(split).map(spellShort)
  const areNeutral = (all: ReadonlyArray<string>) =>
    all.flatMap(split).filter(isSentence).map(spellShort).every(isNeutral)
  const isNotFound = (pattern: RegExp, isInput: boolean) =>
    sentencesIn(texts).some((text) => pattern.test(text) && isAboutInput(text) === isInput)
  const elsewhere = () => says(ABOUT_ELSE)
  const noRoute = () => says(ABOUT_ROUTE)
  const isNobody = (pattern: RegExp) => isNotFound(pattern, false) && !noRoute() && !elsewhere()
  const nobody = () => isNobody(NOT_FOUND)
  const offSubject = () =>
    sentencesIn(remarks).some(isOffSubject) || sentencesIn(notices).some((text) => ABOUT_ACCOUNT.test(text))
  return {
    throttled: () => says(THROTTLED) || (says(PER_TIME) && says(NO_CREDITS)),
    // A quota per minute and a rate limit recover by themselves, however they are worded.
    noCredits: () => says(NO_CREDITS) && !says(PER_TIME) && !says(/\brate ?limit/),
    badKey: () => says(BAD_KEY),
    noRight: () => says(NO_RIGHT),
    noRoute,
    /** "Not found" about the account or a part of the provider. */
    elsewhere,
    /** Nobody matches. The text is about the subject, not about the key, the account or the path. */
    nobody,
    /** The same, naming the subject. */
    nobodyNamed: () => isNobody(SUBJECT_NOT_FOUND),
    /** Something is not found in the request: an identifier or a parameter that it lacks or should not have. */
    aboutInput: () => isNotFound(NOT_FOUND, true),
    /** A message is about the account, the provider or the request instead of the subject. */
    offSubject,
    /** Every message is about success, credits or the subject, so that an empty place beside it means "no match". */
    neutral: () => !offSubject() && areNeutral(remarks),
    /** No message is about trouble. Beside a success, an empty place then means "no match". */
    harmless: () => !offSubject() && !sentencesIn(remarks).some((text) => UNDONE.test(text)) && areNeutral(errors),
    pending: () => says(PENDING),
    /** A failure of the provider, if nothing says that nobody matches. */
    inTrouble: () => !nobody() && says(IN_TROUBLE)
  }
}

export type Meaning = ReturnType<typeof meaningOf>
