/**
 * Do-not-call marks that are not the name of a register: an opt-out, a suppression or a withdrawn consent, and words in
 * a status, a type or a list of tags. What is about another channel alone, such as e-mail, says nothing about calls.
 */
import { isJsonObject } from "@inlay/core-http/json-object"

import { foldKey, spell, toText } from "./record-reader.ts"

/** Longer names and words are no marks. */
const MAX_MARK_CHARS = 80

/** A name or a value, folded. */
export const wordOf = (value: unknown): string => foldKey(String(value).slice(0, MAX_MARK_CHARS))

const OTHER_CHANNEL = /mail|newsletter|sms|text|fax|letter/
const CALLS = /phone|call|voice|tele|mobile|cell/
/** Whether a folded name is only about another way to reach somebody. */
export const isOtherChannel = (name: string): boolean => OTHER_CHANNEL.test(name) && !CALLS.test(name)

const OPT_OUT_NAME = /opt(ed)?out|suppress(ed|ion)|unsubscri(bed?|ption)/
/** Where, how or whether somebody can opt out, or that somebody looked: not that they did. */
const NOT_OPTED_OUT =
  /(url|uri|link|href|page|token|checked|version|fields|method|source|instructions|policy|(?<!ac)count)$|^(can|may|allows?)(opt|unsub|suppress)/
const CONSENT_NAME = /consent/

/** What a folded name other than a register's says: whether it is an opt-out, or a consent to something. */
export const optOutRole = (name: string): "optOut" | "consent" | undefined => {
  if (isOtherChannel(name) || NOT_OPTED_OUT.test(name)) return undefined
  if (OPT_OUT_NAME.test(name)) return "optOut"
  return CONSENT_NAME.test(name) ? "consent" : undefined
}

const OPTED_IN = /^(optedin|optin|subscribed|in)$/
const STATUS_NAME = /(optout|optedout|subscri\w+)status$/
const ADDRESS = /^\s*<?(mailto:|www\.|\S+(:\/\/|@)|[\w.-]+\.[a-z]+\/)/i

/** Whether an opt-out's value says that there is none: an opt-in, an address, or a list of channels other than calls. */
export const isNoOptOut = (name: string, value: unknown): boolean => {
  const says = (text: unknown, isChannel: boolean): boolean => {
    if (typeof text !== "string") return false
    const word = wordOf(text)
    const isIn = OPTED_IN.test(word) || (word === "active" && STATUS_NAME.test(name))
    return isIn || ADDRESS.test(text) || (isChannel && isOtherChannel(word))
  }
  return Array.isArray(value) ? value.every((item) => says(item, true)) : says(value, false)
}

const WITHDRAWN = /^(withdrawn|withdrew|revoked|denied|declined|refused|rejected|objected|optedout|optout|removed)$/

/** Whether a consent does not allow calls. One that is about nothing in particular must have been withdrawn. */
export const isWithheld = (name: string, word: string): boolean =>
  WITHDRAWN.test(word) || (CALLS.test(name) && /^(0|n|f|no|false|none)$/.test(word))

/** Names of fields whose texts may be marks, folded. A number's name may stand before them: `mobile_status`. */
const WORD_FIELD =
  /^(mobile|direct|work|office|phone|cell|call|contact)*(status|state|type|kind|label|category|flags?|tags?|labels|compliance|restrictions?)$/
export const isWordField = (name: string): boolean => WORD_FIELD.test(name)

const SAYS_SO =
  /\b(dn[cd]r?|do ?not ?(call|phone|contact|disturb)|opt(ed)? ?out|suppress(ed|ion)|unsubscribed?|no (phone |marketing )?calls)\b/
const DENIED = /\b(not|non|no|un|never|clear|clean|cleared|ok|false|checked|washed|scrubbed|removed|unknown)\b/

/** Whether a text says that somebody must not be called. */
const saysSo = (text: string): boolean => {
  const words = spell(text.slice(0, MAX_MARK_CHARS))
  return SAYS_SO.test(words) && !DENIED.test(words.replace(SAYS_SO, " ")) && !isOtherChannel(words)
}

const MAX_WORDS = 20

/** The texts of such a field, folded, that say that somebody must not be called. */
export const marksInWords = (content: unknown): ReadonlyArray<string> =>
  (Array.isArray(content) ? content.slice(0, MAX_WORDS) : isJsonObject(content) ? [] : [content])
    .map(toText)
    .filter((text) => text !== undefined)
    .filter(saysSo)
    .map(wordOf)

/** Folded names of the objects beside a record that are about reaching it. Others may be about somebody else. */
export const BESIDE = /complian|consent|privacy|permission|preference|suppress|dn[cd]|donot|optout|regulat|flags/
