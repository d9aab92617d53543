/** Gathers a provider's text messages from a response. */
import { isJsonObject } from "@inlay/core-http/json-object"

import { firstFields } from "./reading/json-path.ts"
import { OF_REQUEST } from "./reading/locate.ts"
import { foldKey, toText } from "./reading/record-reader.ts"

/** Folded keys that contain the provider's messages wherever they are. */
const MESSAGE_KEYS =
  /^(messages?|msg|error(s|code|type|message|description|details)?|code|details?|reason|\w*status(text|message)?|fault(string)?|warnings?|info|note)$/
/** Further keys that may. Elsewhere, or in other responses, they contain data. */
const OTHER_KEYS =
  /^(errorname|description|statuscode|state|title|type|name|results?|data|response|outcome|matchresult|text|item|payload|contact|person|company|id)$/
/** Those that contain messages only inside an error or at the top. */
const ERROR_ONLY = /^(name|title|id|text|item|state)$/
const ERROR_KEYS = /^(error|fault|problem|exception)/
/** Keys of what is often said to every caller, such as that a version will be retired. */
const NOTICE_KEYS = /^warnings?$/
const NOTICE_TEXT = /^(warning|info|note)$/
/** Blocks that repeat the request, describe the account or announce a change say nothing about the outcome. */
const ASIDE = new RegExp(`^(${OF_REQUEST}|account|notices?|deprecations?)$`)

const MAX_DEPTH = 5
const MAX_TEXTS = 40

/** The provider's texts in document order, and the statuses that the body states. */
export interface Messages {
  readonly texts: ReadonlyArray<string>
  /** Those that cannot be data, such as a description of somebody's employer, and are no notices. */
  readonly remarks: ReadonlyArray<string>
  /** The remarks in errors, and the words of statuses. */
  readonly errors: ReadonlyArray<string>
  /** Warnings and notes, which are often the same in every response. */
  readonly notices: ReadonlyArray<string>
  /** 400 to 599, as a number or as digits. */
  readonly statuses: ReadonlyArray<number>
}

const STATUS_KEYS = /^((http)?(status(code)?|code)|errorcode)$/

/** The enclosing block of messages, if there is one. */
type Block = "error" | "notice" | undefined

const blockOf = (plainKey: string, notices: RegExp): Block =>
  ERROR_KEYS.test(plainKey) ? "error" : notices.test(plainKey) ? "notice" : undefined

/** Gathers the messages of a body, including those in errors and batch items, within limits. */
export const messagesOf = (body: unknown): Messages => {
  const texts: Array<string> = []
  const remarks: Array<string> = []
  const errors: Array<string> = []
  const notices: Array<string> = []
  const statuses: Array<number> = []
  const add = (value: unknown, block: Block, isRemark: boolean) => {
    const text = toText(value)
    if (text === undefined || texts.length >= MAX_TEXTS) return
    texts.push(text)
    if (block === "notice") notices.push(text)
    else if (isRemark) remarks.push(text)
    if (block === "error") errors.push(text)
  }
  const visit = (value: unknown, block: Block, depth: number): void => {
    if (depth > MAX_DEPTH || texts.length >= MAX_TEXTS) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, 5)) {
        if (typeof item === "string" && block !== undefined) add(item, block, true)
        else visit(item, block, depth + 1)
      }
      return
    }
    if (!isJsonObject(value)) return
    for (const [key, inner] of firstFields(value)) {
      const plainKey = foldKey(key)
      if (ASIDE.test(plainKey)) continue
      if ((depth < 2 || block !== undefined) && STATUS_KEYS.test(plainKey)) {
        const status = Number(toText(inner))
        if (status >= 400 && status < 600) statuses.push(status)
      }
      if (typeof inner === "object" && inner !== null) visit(inner, block ?? blockOf(plainKey, NOTICE_KEYS), depth + 1)
      else if (typeof inner === "string") {
        const isMessage = MESSAGE_KEYS.test(plainKey)
        // As a sentence, because a status of an unknown word may be that of a job that goes on, or was never done.
        if (plainKey.endsWith("status")) for (const all of [remarks, errors]) all.push(`${inner} status`)
        const isData = block === undefined && depth > 0 && ERROR_ONLY.test(plainKey)
        if (isMessage || (OTHER_KEYS.test(plainKey) && !isData))
          add(inner, block ?? blockOf(plainKey, NOTICE_TEXT), block !== undefined || isMessage)
      }
    }
  }
  if (typeof body === "string") add(body, undefined, true)
  else visit(body, undefined, 0)
  return { texts, remarks, errors, notices, statuses }
}

/** Up to three of the provider's texts to show to a person: sentences if there are any, otherwise codes. */
export const sentencesOf = ({ texts }: Messages): string => {
  const sentences = texts.filter((text) => text.includes(" "))
  return [...new Set(sentences.length > 0 ? sentences : texts)].slice(0, 3).join(" ")
}
