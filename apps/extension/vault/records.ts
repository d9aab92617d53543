/**
 * Readers for the stored records of accounts, cache and ledger, because a browser's storage may be damaged or changed
 * by another version. They never throw: a saved answer that cannot be read counts as missing, and a purchase that
 * cannot be read has an unknown charge.
 */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import type { Row } from "@inlay/core-http/Ledger"
import type { Entry } from "@inlay/core-http/LookupCache"

import {
  hasFields,
  isBoolean,
  isList,
  isNullable,
  isNumberIn,
  isObject,
  isOneOf,
  isOptional,
  isRecord,
  isText,
  type Is
} from "../messaging/shape.ts"
import { accountId } from "./account-id.ts"
import type { SealedSecret } from "./keys.ts"

/** The lower bound is 0, because marks (entries that are not answers) have status 0. */
const MAX_STATUS = 999
/** The latest date that JavaScript can represent. */
const MAX_MILLIS = 8.64e15

const isTexts = isList(isText, Infinity)
const isMoment = isNumberIn(0, MAX_MILLIS)
const isCredits = isNumberIn(0, MAX_CREDITS)

const isEntry = hasFields<Entry>({
  scope: isText,
  operation: isText,
  keys: isTexts,
  match: isBoolean,
  status: (value): value is number => Number.isInteger(value) && isNumberIn(0, MAX_STATUS)(value),
  body: (_value): _value is unknown => true,
  fetchedAtMillis: isMoment,
  expiresAtMillis: isMoment
})

/** Returns a saved answer, or `undefined` if its record is damaged. */
export const readEntry = (entry: unknown): Entry | undefined => (isEntry(entry) ? entry : undefined)

const isRow = hasFields<Omit<Row, "id" | "scope" | "operation" | "principal" | "event">>({
  purse: isText,
  keys: isTexts,
  estimate: isNullable(isCredits),
  charged: isNullable(isCredits),
  leastCounted: isOptional(isCredits),
  state: isOneOf(["open", "settled", "unknown", "confirmed"]),
  uncached: isNullable(isOneOf(["store", "contradicted"])),
  uncachedUntilMillis: isNullable(isMoment),
  run: isText,
  atMillis: isMoment,
  leaseEndsMillis: isMoment
})

/** Returns a ledger row. If any part of it cannot be read, its charge is unknown. */
export const readRow = (row: Row): Row => {
  const isWhole: boolean = isRow(row)
  if (isWhole) return row
  const { purse, keys, estimate, run, atMillis, leaseEndsMillis } = row
  return {
    ...row,
    keys: isTexts(keys) ? keys : [],
    estimate: isCredits(estimate) ? estimate : null,
    charged: null,
    state: "unknown",
    purse: isText(purse) ? purse : "",
    uncached: null,
    uncachedUntilMillis: null,
    run: isText(run) ? run : "",
    atMillis: isMoment(atMillis) ? atMillis : 0,
    leaseEndsMillis: isMoment(leaseEndsMillis) ? leaseEndsMillis : 0
  }
}

export interface StoredAccount {
  readonly id: string
  readonly plugin: string
  /** Unique within the plugin. */
  readonly name: string
  readonly kind: string
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, SealedSecret>>
  readonly revision: string
}

export const isSealed: Is<SealedSecret> = (value): value is SealedSecret & Readonly<Record<string, unknown>> =>
  isObject(value) && value["iv"] instanceof Uint8Array && value["data"] instanceof Uint8Array

const isAccount = hasFields<StoredAccount>({
  id: isText,
  plugin: isText,
  name: isText,
  kind: isText,
  settings: isRecord(isText),
  secrets: isRecord(isSealed),
  revision: isText
})

/** Whether a stored account's record is valid. Its secrets are opened separately. */
export const isStoredAccount = (row: unknown): row is StoredAccount =>
  isAccount(row) && row.id === accountId(row.plugin, row.name)
