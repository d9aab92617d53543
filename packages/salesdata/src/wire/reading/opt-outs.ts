/**
 * Do-not-call marks that are not the name of a register: an opt-out, a suppression or a withdrawn consent, and words in
 * a status, a type or a list of tags. What is about another channel alone, such as e-mail, says nothing about calls.
 */
import { isJsonObject } from "@inlay/core-http/json-object"

import { foldKey, toText } from "./record-reader.ts"

/** Longer names and words are no marks. */
export const MAX_MARK_CHARS = 80

const OTHER_CHANNEL = /mail|newsletter|sms|text|fax|letter/
const CALLS = /phone|call|voice|tele|mobile|cell/
/** Whether a folded name is only about another way to reach somebody. */
export const isOtherChannel = (name: string): boolean => OTHER_CHANNEL.test(name) && !CALLS.test(name)

const OPT_OUT_NAME = /opt(ed)?out|suppress(ed|ion)|unsubscri(bed?|ption)/
/** Where somebody can opt out, not that they did. */
const ADDRESS_NAME = /(url|uri|link|href|page|token)$/
const CONSENT_NAME = /consent/

/** What a folded name other than a register's says: whether it is an opt-out, or a consent to something. */
export const optOutRole = (name: string): "optOut" | "consent" | undefined => {
  if (isOtherChannel(name) || ADDRESS_NAME.test(name)) return undefined
  if (OPT_OUT_NAME.test(name)) return "optOut"
  return CONSENT_NAME.test(name) ? "consent" : undefined
}

const WITHDRAWN = /^(withdrawn|withdrew|revoked|denied|declined|refused|rejected|objected|optedout|optout|removed)$/

/** Whether a consent does not allow calls. One that is about nothing in particular must have been withdrawn. */
export const isWithheld = (name: string, word: string): boolean =>
  WITHDRAWN.test(word) || (CALLS.test(name) && /^(0|n|f|no|false|none)$/.test(word))

/** Names of fields whose texts may be marks, folded. A number's name may stand before them: `mobile_status`. */
const WORD_FIELD =
  /^(mobile|direct|work|office|phone|cell)*(status|state|type|kind|label|category|flags?|tags?|labels|compliance|restrictions?)$/
export const isWordField = (name: string): boolean => WORD_FIELD.test(name)

const SAYS_SO =
  /\b(dncr?|do ?not ?(call|phone|contact)|opt(ed)? ?out|suppress(ed|ion)|unsubscribed?|no (phone |marketing )?calls)\b/
const DENIED = /\b(not|non|no|un|never|clear|clean|cleared|ok|false|checked|washed|scrubbed|removed|unknown)\b/

/** Whether a text says that somebody must not be called. */
const saysSo = (text: string): boolean => {
  const words = text
    .slice(0, MAX_MARK_CHARS)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[^a-zA-Z0-9]+/g, " ")
    .toLowerCase()
  return SAYS_SO.test(words) && !DENIED.test(words.replace(SAYS_SO, " ")) && !isOtherChannel(words)
}

const MAX_WORDS = 20

/** The texts of such a field, folded, that say that somebody must not be called. */
export const marksInWords = (content: unknown): ReadonlyArray<string> =>
  (Array.isArray(content) ? content.slice(0, MAX_WORDS) : isJsonObject(content) ? [] : [content])
    .map(toText)
    .filter((text) => text !== undefined)
    .filter(saysSo)
    .map((text) => foldKey(text.slice(0, MAX_MARK_CHARS)))

/** Folded names of the objects beside a record that are about reaching it. Others may be about somebody else. */
export const BESIDE = /complian|consent|privacy|permission|preference|suppress|dnc|donot|optout|regulat|flags/
