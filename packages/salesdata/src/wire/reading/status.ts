/** Reads what a provider says of an e-mail address: whether it was verified, or is of no use. */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { words } from "../../identity/words.ts"
import { entryOf, fieldsOf, plain, toText } from "./record-reader.ts"

/** An object, and what the names of its fields about a point begin with. */
export type Place = readonly [JsonObject, prefix: string]

/** The object that may hold a status. */
const VERIFICATION = "verification"
const STATUS_NAMES = words(
  "status verification_status validation_status email_status deliverability quality certainty validity result state verification bounced smtp_valid valid is_valid deliverable verified is_verified"
)
/** Yes, or no as a group. */
const FLAG = /^(?:true|yes|1|(false|no|0))$/
/** Words for such a field with yes or, after a dash, no: `is_valid: false`. */
const FLAG_WORDS: Readonly<Record<string, string>> = {
  verified: "verified",
  "-verified": "unverified",
  "-valid": "invalid",
  "-deliverable": "undeliverable",
  bounced: "bounced"
}

const isDoubt = (status = ""): boolean => /invalid|bounce|undeliv/.test(status)

const statusIn = ([object, prefix]: Place): string | undefined => {
  const inner = (
    entryOf(object, prefix + VERIFICATION) ?? (prefix === "email" ? entryOf(object, VERIFICATION) : undefined)
  )?.value
  const statuses = STATUS_NAMES.map((name) => {
    const entry = entryOf(object, prefix + name) ?? (isJsonObject(inner) ? entryOf(inner, name) : undefined)
    const text = toText(entry?.value)?.toLowerCase()
    const flag = FLAG.exec(text ?? plain(entry?.value))
    return flag === null ? text : FLAG_WORDS[(flag[1] ? "-" : "") + name.replace(/^(is|smtp)_/, "")]
  }).filter((each) => each !== undefined)
  // That an address is of no use counts before other words.
  return statuses.find(isDoubt) ?? statuses[0]
}

/** What maps by address say of this one, such as `emailStatuses`. */
const inMaps = (record: JsonObject, address: string): ReadonlyArray<string | undefined> =>
  Object.values(record)
    .flatMap(fieldsOf)
    .filter(([key]) => key.toLowerCase() === address.toLowerCase())
    .map(([, value]) => statusIn([{ [VERIFICATION]: value }, ""]))

/** @param record which may have maps by address: only that the address is of no use is taken from them */
export const statusOf = (
  { in: places, value }: { readonly value: string; readonly in: ReadonlyArray<Place> },
  record: JsonObject
): string | null =>
  inMaps(record, value).find(isDoubt) ?? places.map(statusIn).find((each) => each !== undefined) ?? null
