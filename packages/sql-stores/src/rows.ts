/**
 * Parses stored rows without ever throwing. A row that a failing disk or another program has changed does not cause a
 * crash: a damaged cached answer is treated as missing, a damaged purchase as one with an unknown charge.
 */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import type { Row, RowState, Uncached } from "@inlay/core-http/Ledger"
import type { Entry, StoredEntry } from "@inlay/core-http/LookupCache"

/** A row as a statement returns it, with unchecked values in its columns. */
export type Stored<Column extends string> = Readonly<Record<Column, unknown>>

/** A row of the ledger table. */
export type LedgerRecord = Stored<
  | "id"
  | "scope"
  | "purse"
  | "operation"
  | "keys"
  | "estimate"
  | "charged"
  | "state"
  | "unkept"
  | "unkept_until_millis"
  | "run"
  | "at_millis"
  | "lease_ends_millis"
  | "principal"
  | "event"
  | "least_counted"
>
/** A row of the cache table. */
export type LookupRecord = Stored<
  "id" | "scope" | "operation" | "keys" | "match" | "status" | "body" | "fetched_at_millis" | "expires_at_millis"
>

/**
 * The columns to read, by name: PostgreSQL refuses a prepared `SELECT *` as soon as a newer program adds a column.
 * `unkept` is the stored name of `uncached`: migrations rename nothing, because older programs may still run.
 */
export const LEDGER_COLUMNS =
  "id, scope, purse, operation, keys, estimate, charged, state, unkept, unkept_until_millis, run, at_millis, lease_ends_millis, principal, event, least_counted"
/** The same for the cache. */
export const LOOKUP_COLUMNS = "id, scope, operation, keys, match, status, body, fetched_at_millis, expires_at_millis"

type StoredAnswer = Stored<"id" | "keys" | "match" | "status" | "body" | "expires_at_millis">
/** What is stored under a key of the cache. */
export type StoredEntryRecord = StoredAnswer & { readonly id: number; readonly key: string }

/** Status 0 is that of a mark, which is not an answer. */
const MAX_STATUS = 999
/** The latest time that a `Date` can represent. */
const MAX_MILLIS = 8.64e15

const isText = (value: unknown): value is string => typeof value === "string"
const textOf = (value: unknown): string => (isText(value) ? value : "")
const isMoment = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_MILLIS

/**
 * A time as a row may have it. A time limit, a number of days or a provider's seconds may have a fraction, and SQLite
 * stores whole numbers only.
 */
export const wholeMillis = <Millis extends number | null>(millis: Millis): Millis | number =>
  millis === null ? millis : Math.min(MAX_MILLIS, Math.ceil(millis))

const isStatus = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_STATUS
const isCredits = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= MAX_CREDITS

/** Parses JSON. Returns undefined if the value is not a text or not JSON. */
const parseJson = (text: unknown): { readonly value: unknown } | undefined => {
  if (!isText(text)) return undefined
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const keysOf = (text: unknown): ReadonlyArray<string> | undefined => {
  const keys = parseJson(text)?.value
  return Array.isArray(keys) && keys.every(isText) ? keys : undefined
}

/** Parses what is already stored under a key. Returns undefined if the row is damaged. */
export const readStored = (record: StoredAnswer & Partial<Stored<"key">>): StoredEntry | undefined => {
  const { match, status, expires_at_millis: expires } = record
  const keys = keysOf(record.keys)
  const body = parseJson(record.body)
  if (keys === undefined || body === undefined || (match !== 0 && match !== 1)) return undefined
  if (!isStatus(status) || !isMoment(expires)) return undefined
  return { keys, match: match === 1, status, body: body.value, expiresAtMillis: expires }
}

/** Parses a cached answer. Returns undefined if its row is damaged. */
export const readEntry = (record: LookupRecord): Entry | undefined => {
  const { scope, operation, fetched_at_millis: fetchedAtMillis } = record
  const stored = readStored(record)
  if (stored === undefined || !isText(scope) || !isText(operation) || !isMoment(fetchedAtMillis)) return undefined
  return { ...stored, scope, operation, fetchedAtMillis }
}

const STATES: ReadonlySet<unknown> = new Set<RowState>(["open", "settled", "unknown", "confirmed"])
const isState = (value: unknown): value is RowState => STATES.has(value)
const isUncached = (value: unknown): value is Uncached => value === "store" || value === "contradicted"

/**
 * Parses a row of the ledger, and says whether any part of it could not be read. If so, its charge counts as unknown.
 */
export const readRow = (record: LedgerRecord): { readonly row: Row; readonly isDamaged: boolean } => {
  const { id, scope, purse, operation, estimate, charged, state, unkept: uncached, run, principal, event } = record
  const { least_counted: leastCounted } = record
  const { at_millis: at, lease_ends_millis: lease, unkept_until_millis: uncachedUntil } = record
  const keys = keysOf(record.keys)
  const isWhole =
    keys !== undefined &&
    [id, scope, purse, operation, run].every(isText) &&
    isState(state) &&
    (estimate === null || isCredits(estimate)) &&
    (charged === null || isCredits(charged)) &&
    (leastCounted === null || isCredits(leastCounted)) &&
    (uncached === null || isUncached(uncached)) &&
    (uncachedUntil === null || isMoment(uncachedUntil)) &&
    isMoment(at) &&
    isMoment(lease)
  const row: Row = {
    id: textOf(id),
    scope: textOf(scope),
    purse: textOf(purse),
    operation: textOf(operation),
    keys: keys ?? [],
    estimate: isCredits(estimate) ? estimate : null,
    charged: isWhole && isCredits(charged) ? charged : null,
    state: isWhole ? state : "unknown",
    uncached: isUncached(uncached) ? uncached : null,
    uncachedUntilMillis: isMoment(uncachedUntil) ? uncachedUntil : null,
    run: textOf(run),
    atMillis: isMoment(at) ? at : 0,
    leaseEndsMillis: isMoment(lease) ? lease : 0,
    ...(isText(principal) && principal !== "" && { principal }),
    ...(isText(event) && event !== "" && { event }),
    ...(isWhole && isCredits(leastCounted) && { leastCounted })
  }
  return { row, isDamaged: !isWhole }
}
