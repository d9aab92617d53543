/** What a provider says in words: its texts gathered from an answer, and what kind of failure they speak of. */
import { isObject } from "./json-path.ts"
import { foldKey, toText } from "./reader.ts"

/** Folded keys whose texts are the provider's own words, not data. */
const WORD_KEYS =
  /^(message|messages|msg|error|errors|errorcode|errortype|errorname|errormessage|errordescription|errordetails|description|code|detail|details|reason|status|statustext|statuscode|statusmessage|state|title|type|name|result|results|data|response|outcome|matchstatus|matchresult|fault|faultstring|warning|warnings|info|note|text|item|payload|contact|person|company|id)$/
/** Keys that are words only within an error: elsewhere they are data. */
const ERROR_ONLY = /^(name|title|id|text|item|state)$/
const ERROR_KEYS = /^(errors?|fault|problems?|errordetails|warnings?|exception)$/
/** What repeats the question or tells about the account says nothing about the outcome. */
const ASIDE =
  /^(request|query|input|params|parameters|criteria|filters?|echo|requested|identifiers|searched|account|usage|billing|plan|subscription|limits?|ratelimits?|links?|debug|documentation|docs)$/

const MAX_DEPTH = 5
const MAX_TEXTS = 40

/** Camel, snake, kebab, dotted and constant spellings as a sentence in lower case. */
export const spelled = (text: string): string =>
  text
    .replace(/['’]/g, "")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[^a-zA-Z\d]+/g, " ")
    .trim()
    .toLowerCase()

/** The provider's words in the order in which they stand, and the statuses that a body names itself. */
export interface Words {
  readonly texts: ReadonlyArray<string>
  /** 400 to 599, as a number or as digits. */
  readonly statuses: ReadonlyArray<number>
}

const STATUS_KEYS = /^(status|statuscode|code|errorcode|httpstatus|httpcode|httpstatuscode)$/

/** Gathers the words of a body, errors and items of a batch included, within bounds. */
export const wordsOf = (body: unknown): Words => {
  const texts: Array<string> = []
  const statuses: Array<number> = []
  const add = (value: unknown) => {
    const text = toText(value)
    if (text !== undefined && texts.length < MAX_TEXTS) texts.push(text)
  }
  const visit = (value: unknown, inError: boolean, depth: number): void => {
    if (depth > MAX_DEPTH || texts.length >= MAX_TEXTS) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) {
        if (typeof item === "string" && inError) add(item)
        else visit(item, inError, depth + 1)
      }
      return
    }
    if (!isObject(value)) return
    for (const [key, inner] of Object.entries(value).slice(0, 60)) {
      const folded = foldKey(key)
      if (ASIDE.test(folded)) continue
      if ((depth < 2 || inError) && STATUS_KEYS.test(folded)) {
        const status = Number(inner)
        if (status >= 400 && status < 600) statuses.push(status)
      }
      if (typeof inner === "object" && inner !== null) visit(inner, inError || ERROR_KEYS.test(folded), depth + 1)
      else if (
        typeof inner === "string" &&
        WORD_KEYS.test(folded) &&
        (inError || depth === 0 || !ERROR_ONLY.test(folded))
      )
        add(inner)
    }
  }
  if (typeof body === "string") add(body)
  else visit(body, false, 0)
  return { texts, statuses }
}

/** What a person may be shown of the provider's words: its sentences, where it has any, without the codes beside them. */
export const sentencesOf = ({ texts }: Words): string => {
  const sentences = texts.filter((text) => text.includes(" "))
  return [...new Set(sentences.length > 0 ? sentences : texts)].slice(0, 3).join(" ")
}

/** "No credits were charged" tells of no lack of credits. */
const NOT_CHARGED =
  /\b(no|0|zero|any|your) (\w+ )?credits? (were|was|have|has|had|are|is|will|would|did)? ?(not |been |be |have |not been |not be )*(used|charged|deducted|consumed|spent|taken|billed|refunded)\b/g

const PER_TIME = /\bper (second|minute|hour)\b|\b(second|minute|minutely|hourly|concurren\w+) (\w+ )?limit|\bconcurren/
const THROTTLED =
  /\brate ?limit(ed|ing)?( error)?$|\brate ?limit(s|ed)? (\w+ ){0,3}(exceeded|reached|hit|violation|quota)|\b(exceeded|exceeding|exceeds|reached|hit|over) (\w+ ){0,4}rate ?limit|\brate ?limited\b|\btoo many (\w+ )?(requests|calls|attempts|lookups)|\bthrottl(ed|ing)|\bslow down\b|\bspike ?arrest|\bresource exhausted$|\b(request|api|call) limit (\w+ ){0,2}(exceeded|reached)|\b(hourly|minutely|minute|second|concurrency) (\w+ )?limit|\brequests? (rate|frequency) (is )?too high|\b(retry|try again) (in|after) \d+ ?(s|sec|seconds|minutes?)\b/
const LACKING =
  "insufficient|not (have )?(enough|sufficient)|dont have (enough|sufficient|any)|too few|no more|out of|ran out|exhausted|used up|used all|exceeded|reached|over|hit|low"
const MONEY =
  "(credits?|balance|quota|funds|allowance|(monthly|daily|annual|yearly|weekly)( \\w+)? (limit|cap|requests|lookups|calls)|(usage|plan|account|subscription|enrichment|lookup|credit|export|billing) limit)"
const NO_CREDITS = new RegExp(
  `\\b(${LACKING}) (\\w+ ){0,6}${MONEY}\\b|\\bno (\\w+ )?(credits?|quota|balance|lookups)( left| remaining| available| error| exception)?$|\\bno (\\w+ )?(credits?|quota|lookups) (left|remaining|available)\\b|\\b${MONEY} (\\w+ ){0,4}(exhausted|exceeded|depleted|used up|reached|ran out|insufficient|too low|empty)\\b|\\bpayment required\\b|\\bover ?quota\\b|\\b0 credits? (left|remaining|available)\\b|^limit exceeded$|\\b(plan|subscription|trial) (\\w+ )?(expired|ended|is over)\\b`
)
const KEY =
  "(api ?)?(key|token|secret)|credentials?|authorization|auth(entication)?( header| token| key)?|bearer( token)?"
const BAD_KEY = new RegExp(
  `\\bun ?authori[sz]ed\\b|\\bun ?authenticated\\b|\\bnot (authenticated|logged in)\\b|\\bauthentication (failed|required|error|failure|is required|invalid)|\\bauth(entication)?( error| failed| required| failure)$|\\b(invalid|bad|wrong|missing|incorrect|unknown|expired|revoked|inactive|disabled|malformed|unrecogni[sz]ed|no|provide an?|supply an?) (\\w+ ){0,2}(${KEY})\\b|\\b(${KEY}) (\\w+ ){0,4}(invalid|missing|required|expired|revoked|wrong|incorrect|unknown|not (found|valid|exist|recogni[sz]ed|provided|supplied|present|active)|disabled|inactive|deactivated|blocked|does not exist)\\b`
)
const NO_RIGHT =
  /\b(forbidden|access denied|permission denied|not (permitted|allowed|authori[sz]ed|accessible|included|entitled|available on your)|does not include|insufficient (permissions?|scope|privileges?)|upgrade (your|to))\b/

const SUBJECT =
  "(person|people|contacts?|profiles?|compan(y|ies)|organi[sz]ations?|records?|match(es|ing)?|results?|leads?|prospects?|individuals?|emails?|entity|entities|employees?|domains?|business(es)?|abn)"
const NOT_FOUND = new RegExp(
  `\\bnot ?found\\b|\\bno (\\w+ ){0,2}${SUBJECT}\\b|\\bno (data|hits?|information)( found| available)?$|\\bno data (found|available)\\b|\\b(doesnt|does not|not) exist\\b|\\b(could not|couldnt|can ?not|cant|unable to|did not|didnt) (\\w+ )?(find|locate|match|be (found|located|matched))\\b|\\b(nothing|none|nobody|no one) (\\w+ )?found\\b|\\bunknown ${SUBJECT}\\b|\\bun ?matched\\b|\\bnot (matched|in (our|the) database)\\b|\\bempty (data|result|response)\\b|^miss$`
)
/** "Not found" that names whom: what a failing server must say to be taken at its word. */
const SUBJECT_NOT_FOUND = new RegExp(
  `\\b${SUBJECT} (\\w+ ){0,3}(not found|not exist|could not be found)|\\bno (\\w+ ){0,2}${SUBJECT}\\b|\\bunknown ${SUBJECT}\\b|\\b(could not|couldnt|unable to|cannot) (find|locate|match) (\\w+ ){0,3}${SUBJECT}\\b`
)
/** "Not found" about something else than the subject: the account, the provider's own parts. */
const ELSE =
  "(api ?)?key|token|account|tenant|workspace|host|database|server|service|plan|subscription|user|client|job|request"
const ABOUT_ELSE = new RegExp(
  `\\b(${ELSE}) (\\w+ ){0,2}(not found|not exist|does not exist)|\\b(no such|unknown) (${ELSE})\\b|\\bno (${ELSE}) (found|exists)`
)
/** "Not found" about the address: a wrong base address must not read as "nobody". */
const ABOUT_ROUTE =
  /\bno (\w+ )?route\b|\b(route|endpoint|path|page|method|operation|(?<!(profile|linkedin|person|company|website|given|this|provided|social|profilenet) )url) (\w+ ){0,3}(not found|not exist|unknown|invalid|not supported)\b|\b(unknown|invalid|no such|no matching|unrecogni[sz]ed) (route|endpoint|path|method|operation)\b|\bcannot (get|post|put)\b|\brequested url\b|\bno handler\b|\bunable to identify proxy\b|\bno endpoint\b|\bmissing authentication token\b/

const PENDING =
  /^(pending|processing|queued|in ?progress|in ?queue|searching|scheduled|accepted|started|running|waiting|working|submitted|enqueued|not ?ready( yet)?|incomplete|in process)$|\b(still|being|currently) (processing|processed|working|running|prepared|enriched|searching|looked up)\b|\bnot ready\b|\b(has been|was|is|been) (queued|accepted|submitted|scheduled|enqueued)\b|\b(queued|accepted|submitted|scheduled) for\b|\bcheck back\b|\btry again later for (the )?results?\b|\bwill be (sent|delivered|posted|notified|available|ready)\b|\b(in progress|in the queue)\b|\brequest accepted\b|\bjob (created|started|queued)\b/

/** What the words speak of; `undefined` where they speak of nothing that is known. */
export interface Speech {
  readonly throttled: boolean
  readonly noCredits: boolean
  readonly badKey: boolean
  readonly noRight: boolean
  /** Nobody matches: it is about the subject, not about the key, the account or the address. */
  readonly nobody: boolean
  /** The same, naming whom. */
  readonly nobodyNamed: boolean
  readonly noRoute: boolean
  /** "Not found" about the account or a part of the provider. */
  readonly elsewhere: boolean
  readonly pending: boolean
}

/** Judges each text by itself: two that stand side by side are no sentence. */
export const speech = ({ texts }: Words): Speech => {
  const said = texts.map((text) => spelled(text.slice(0, 500)).replace(NOT_CHARGED, " "))
  const says = (pattern: RegExp) => said.some((text) => pattern.test(text))
  const perTime = says(PER_TIME)
  const lacksCredits = says(NO_CREDITS)
  const noRoute = says(ABOUT_ROUTE)
  const elsewhere = says(ABOUT_ELSE)
  const aboutSubject = !noRoute && !elsewhere
  return {
    throttled: says(THROTTLED) || (lacksCredits && perTime),
    // A quota for each minute, and a rate limit in whatever words, come back by themselves.
    noCredits: lacksCredits && !perTime && !says(/\brate ?limit/),
    badKey: says(BAD_KEY),
    noRight: says(NO_RIGHT),
    nobody: aboutSubject && says(NOT_FOUND),
    nobodyNamed: aboutSubject && says(SUBJECT_NOT_FOUND),
    noRoute,
    elsewhere,
    pending: says(PENDING)
  }
}
