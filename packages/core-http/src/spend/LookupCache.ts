/**
 * The cache of paid answers, so that nobody pays for the same answer twice or receives an answer about somebody else. A
 * match is found by the identifiers that its record contains, and by the exact question that it answered. A miss is
 * found only by a question that asks for nothing beyond what already missed.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { StorageError } from "../errors/StorageError.ts"

/** One cached answer: a match, or a miss of everything that was asked. */
export interface Entry {
  readonly scope: string
  readonly operation: string
  /**
   * Every identifier under which the entry is stored, and the question that it answered. Empty for a mark that several
   * subjects share an identifier.
   */
  readonly keys: ReadonlyArray<string>
  readonly match: boolean
  readonly status: number
  /** The provider's JSON answer. */
  readonly body: unknown
  /** Unix times in milliseconds. */
  readonly fetchedAtMillis: number
  readonly expiresAtMillis: number
}

/** Whether an earlier answer is about somebody else, by what it says besides identifiers, such as a name. */
export type IsOther = (earlier: Pick<Entry, "status" | "body">) => boolean

/** The store of paid answers. `lookupCacheSuite` in `./testing` tests an implementation. */
export class LookupCache extends Context.Service<
  LookupCache,
  {
    /** Finds the entries that are stored under any of the keys and have not expired. */
    readonly find: (
      question: Pick<Entry, "scope" | "operation" | "keys">,
      nowMillis: number
    ) => Effect.Effect<ReadonlyArray<Entry>, StorageError>
    /**
     * Stores an answer under its keys, as `placementOf` decides.
     * @param soleKeys those of its keys of a kind that a subject has only once
     * @param isOther tells subjects apart that have no such keys to compare
     */
    readonly store: (
      entry: Entry,
      soleKeys?: ReadonlyArray<string>,
      isOther?: IsOther
    ) => Effect.Effect<void, StorageError>
    /** Removes the answers of a scope and of all its addresses: `scope` and `scope@<address>`. */
    readonly clear: (scope: string) => Effect.Effect<void, StorageError>
  }
>()("@inlay/core-http/LookupCache") {}

const kindOf = (key: string): string => key.slice(0, key.indexOf(":") + 1)

/** Returns whether the keys contain another value of this key's kind, but not this one. */
const contradicts = (keys: ReadonlyArray<string>, key: string): boolean =>
  !keys.includes(key) && keys.some((other) => kindOf(other) === kindOf(key))

const overlap = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.some((key) => other.includes(key))

const QUESTION = "question:"

/**
 * Returns the key of a question as a whole. Its answer is found by it even if the record confirms none of the
 * identifiers.
 */
const questionKey = (keys: ReadonlyArray<string>): string =>
  `${QUESTION}${keys.length === 1 ? keys[0] : JSON.stringify([...keys].sort())}`

/** The keys under which a question's answer may be stored: its identifiers, and the question itself. */
export const keysOfQuestion = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.length === 0 ? [] : [...keys, questionKey(keys)]

/** Returns whether a key is that of a question which asks by an identifier, alone or among others. */
export const asksBy = (key: string, identifier: string): boolean =>
  key === `${QUESTION}${identifier}` || (key.startsWith(`${QUESTION}[`) && key.includes(JSON.stringify(identifier)))

/** The identifiers of a question. The sole keys are those of a kind that a subject has only once. */
export interface Question {
  readonly keys: ReadonlyArray<string>
  readonly soleKeys: ReadonlyArray<string>
}

/**
 * Finds the entry that answers a question, if there is one. Two identifiers that lead to different subjects have no
 * answer, unless the provider was asked exactly this question before. An entry with another value of a kind that a
 * subject has only once is no answer either: only the provider can say who is meant.
 */
export const answering = ({ keys, soleKeys }: Question, entries: ReadonlyArray<Entry>): Entry | undefined => {
  const matches = entries.filter((entry) => entry.match && !soleKeys.some((key) => contradicts(entry.keys, key)))
  const ownKey = questionKey(keys)
  const ownAnswer = matches.find((entry) => entry.keys.includes(ownKey))
  const first = ownAnswer ?? matches[0]
  if (first === undefined) return entries.find((entry) => !entry.match && keys.every((key) => entry.keys.includes(key)))
  const same = matches.filter((entry) => entry === first || overlap(entry.keys, first.keys))
  if (ownAnswer === undefined && same.length < matches.length) return undefined
  return same.reduce((a, b) => (b.fetchedAtMillis > a.fetchedAtMillis ? b : a), first)
}

/**
 * Returns the keys under which a match is stored: those of its record, and the question that it answers. An identifier
 * from the question becomes a key of its own only if the record confirms it. If the record has another value than the
 * question, of a kind that a subject has only once, it is about somebody else and is not stored under the question.
 */
export const keysOfMatch = (
  question: Question,
  answerKeys: ReadonlyArray<string>
): { readonly keys: ReadonlyArray<string>; readonly isContradicted: boolean } => {
  const isContradicted = question.soleKeys.some((key) => contradicts(answerKeys, key))
  return { keys: isContradicted ? answerKeys : [...answerKeys, questionKey(question.keys)], isContradicted }
}

/** What a store must know about an entry that is already stored under a key. */
export type StoredEntry = Pick<Entry, "keys" | "match" | "status" | "body" | "expiresAtMillis">

/**
 * How an entry is stored: each key points to the entry, points to a mark that several subjects share it, or is left
 * unchanged.
 */
export interface Placement {
  readonly entry: Entry
  readonly keys: ReadonlyArray<string>
  readonly mark?: { readonly entry: Entry; readonly keys: ReadonlyArray<string> }
}

/**
 * Returns whether two records are about different subjects: they differ in a sole key and have none in common. If they
 * have no sole keys of one kind, only `isOther` can tell: two people of one mailbox rather cost one lookup more than get
 * each other's record.
 */
const isSomebodyElse = (
  soleKeys: ReadonlyArray<string>,
  isOther: IsOther | undefined,
  stored: StoredEntry
): boolean => {
  const { keys } = stored
  if (overlap(soleKeys, keys)) return false
  return soleKeys.some((key) => contradicts(keys, key)) || isOther?.(stored) === true
}

/**
 * Decides how an entry is stored next to what is already stored under its keys. A miss never replaces a match that is
 * still valid. An identifier that is in the records of two subjects, such as a shared mailbox or domain, finds neither
 * from then on; each is still found by its own identifiers and by its own question.
 */
export const placementOf = (
  entry: Entry,
  soleKeys: ReadonlyArray<string>,
  storedAt: (key: string) => StoredEntry | undefined,
  isOther?: IsOther
): Placement => {
  const keys: Array<string> = []
  const sharedKeys: Array<string> = []
  const markedKeys: Array<string> = []
  let expiresAtMillis = entry.expiresAtMillis
  for (const key of new Set(entry.keys)) {
    const old = storedAt(key)
    if (old === undefined || old.expiresAtMillis <= entry.fetchedAtMillis) keys.push(key)
    else if (old.keys.length === 0) markedKeys.push(key)
    else if (!old.match) keys.push(key)
    else if (!entry.match) continue
    else if (key.startsWith(QUESTION) || !isSomebodyElse(soleKeys, isOther, old)) keys.push(key)
    else {
      sharedKeys.push(key)
      expiresAtMillis = Math.max(expiresAtMillis, old.expiresAtMillis)
    }
  }
  if (sharedKeys.length + markedKeys.length === 0 || !entry.match) return { entry, keys }
  const own = entry.keys.filter((key) => !sharedKeys.includes(key) && !markedKeys.includes(key))
  const mark: Entry = { ...entry, keys: [], match: false, status: 0, body: null, expiresAtMillis }
  return {
    entry: { ...entry, keys: own },
    keys,
    ...(sharedKeys.length > 0 && { mark: { entry: mark, keys: sharedKeys } })
  }
}

/** The shortest time between two removals of expired entries, because each goes through all of them. */
const SWEEP_EVERY_MILLIS = 60_000

/** A cache in memory, for programs without a data directory. */
export const layerMemory: Layer.Layer<LookupCache> = /* @__PURE__ */ Layer.sync(LookupCache, () => {
  const entries = new Map<string, Entry>()
  let sweptMillis = Number.NEGATIVE_INFINITY
  const sweep = (nowMillis: number) => {
    // The clock may have been set back.
    if (Math.abs(nowMillis - sweptMillis) < SWEEP_EVERY_MILLIS) return
    sweptMillis = nowMillis
    for (const [key, { expiresAtMillis }] of entries) if (expiresAtMillis <= nowMillis) entries.delete(key)
  }
  const at = (question: Pick<Entry, "scope" | "operation">, key: string) =>
    `${question.scope}\n${question.operation}\n${key}`
  return {
    find: (question, nowMillis) =>
      Effect.sync(() => {
        const good = new Set<Entry>()
        for (const key of question.keys) {
          const entry = entries.get(at(question, key))
          if (entry !== undefined && entry.expiresAtMillis > nowMillis) good.add(entry)
        }
        return [...good]
      }),
    store: (entry, soleKeys = [], isOther) =>
      Effect.sync(() => {
        sweep(entry.fetchedAtMillis)
        const { mark, ...own } = placementOf(entry, soleKeys, (key) => entries.get(at(entry, key)), isOther)
        for (const key of own.keys) entries.set(at(entry, key), own.entry)
        for (const key of mark?.keys ?? []) if (mark !== undefined) entries.set(at(entry, key), mark.entry)
      }),
    clear: (scope) =>
      Effect.sync(() => {
        for (const [key, entry] of entries) {
          if (entry.scope === scope || entry.scope.startsWith(`${scope}@`)) entries.delete(key)
        }
      })
  }
})
