/**
 * Paid answers, kept so that nobody pays for the same one twice, and nobody is answered with another's. A match is found
 * again under the identifiers that its record holds, and by the very question that it answered; a miss only by a
 * question that asks nothing beyond what already missed.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { StorageError } from "../errors/StorageError.ts"

/** One kept answer: a match, or the miss of everything that was asked. */
export interface Entry {
  readonly scope: string
  readonly operation: string
  /** Every identifier it stands under, and the question that it answered. Empty for a mark of what several subjects share. */
  readonly keys: ReadonlyArray<string>
  readonly match: boolean
  readonly status: number
  /** The provider's JSON answer. */
  readonly body: unknown
  /** Unix times in milliseconds. */
  readonly fetchedAtMillis: number
  readonly expiresAtMillis: number
}

/** The store of paid answers; `lookupCacheSuite` in `./testing` says what one must do. */
export class LookupCache extends Context.Service<
  LookupCache,
  {
    /** Entries that stand under any of the keys and have not expired. */
    readonly find: (
      question: Pick<Entry, "scope" | "operation" | "keys">,
      nowMillis: number
    ) => Effect.Effect<ReadonlyArray<Entry>, StorageError>
    /**
     * Keeps an answer under its keys, as `placed` says.
     * @param soleKeys those of its keys whose kind a subject has only one of
     */
    readonly store: (entry: Entry, soleKeys?: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
    /** Forgets the answers of a scope and of each of its addresses: `scope` and `scope@<address>`. */
    readonly clear: (scope: string) => Effect.Effect<void, StorageError>
  }
>()("@inlay/core-http/LookupCache") {}

const kindOf = (key: string): string => key.slice(0, key.indexOf(":") + 1)

/** Whether keys hold another value of a key's kind, and not this one. */
const contradicts = (keys: ReadonlyArray<string>, key: string): boolean =>
  !keys.includes(key) && keys.some((other) => kindOf(other) === kindOf(key))

const overlap = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.some((key) => other.includes(key))

const QUESTION = "question:"

/** The key of a question as a whole: its answer stays its own, also where the record confirms nothing of it. */
const questionKey = (keys: ReadonlyArray<string>): string =>
  `${QUESTION}${keys.length === 1 ? keys[0] : JSON.stringify([...keys].sort())}`

/** The keys under which a question's answer may stand: its identifiers, and the question itself. */
export const keysOfQuestion = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.length === 0 ? [] : [...keys, questionKey(keys)]

/** Whether a key is that of a question which asks by an identifier, alone or beside others. */
export const asksBy = (key: string, identifier: string): boolean =>
  key === `${QUESTION}${identifier}` || (key.startsWith(`${QUESTION}[`) && key.includes(JSON.stringify(identifier)))

/** What a question asks by; the sole keys are those of a kind that a subject has only one of. */
export interface Question {
  readonly keys: ReadonlyArray<string>
  readonly soleKeys: ReadonlyArray<string>
}

/**
 * The entry that answers a question, if one does. Two identifiers that lead to different subjects answer nothing, unless
 * the provider was asked just this before; nor does an entry that holds another value of a kind that a subject has only
 * one of: whom it means is for the provider to say.
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
 * The keys that a match is kept under: those of its record, and the question that it answers. What was asked becomes a
 * key by itself only where the record confirms it. A record that holds another value than was asked, of a kind that a
 * subject has only one of, is about somebody else: it does not stand for the question.
 */
export const keysOfMatch = (
  question: Question,
  answerKeys: ReadonlyArray<string>
): { readonly keys: ReadonlyArray<string>; readonly isContradicted: boolean } => {
  const isContradicted = question.soleKeys.some((key) => contradicts(answerKeys, key))
  return { keys: isContradicted ? answerKeys : [...answerKeys, questionKey(question.keys)], isContradicted }
}

/** What a store must know of an entry that stands under a key already. */
export type Standing = Pick<Entry, "keys" | "match" | "expiresAtMillis">

/** How an entry is stored: each key leads to the entry, to a mark that several subjects share it, or stays as it is. */
export interface Placed {
  readonly entry: Entry
  readonly keys: ReadonlyArray<string>
  readonly mark?: { readonly entry: Entry; readonly keys: ReadonlyArray<string> }
}

/** Whether a record is about somebody else than another: they differ in a sole key, and agree in none. */
const isSomebodyElse = (soleKeys: ReadonlyArray<string>, { keys }: Standing): boolean =>
  soleKeys.some((key) => contradicts(keys, key)) && !overlap(soleKeys, keys)

/**
 * Says how an entry is stored beside what stands under its keys. A miss never takes the place of a match that is still
 * good. An identifier that the records of two subjects hold (a mailbox or a domain of both) leads to neither from then
 * on; each is still found by its own, and by its own question.
 */
export const placed = (
  entry: Entry,
  soleKeys: ReadonlyArray<string>,
  standingAt: (key: string) => Standing | undefined
): Placed => {
  const keys: Array<string> = []
  const sharedKeys: Array<string> = []
  const markedKeys: Array<string> = []
  let expiresAtMillis = entry.expiresAtMillis
  for (const key of new Set(entry.keys)) {
    const old = standingAt(key)
    if (old === undefined || old.expiresAtMillis <= entry.fetchedAtMillis) keys.push(key)
    else if (old.keys.length === 0) markedKeys.push(key)
    else if (!old.match) keys.push(key)
    else if (!entry.match) continue
    else if (key.startsWith(QUESTION) || !isSomebodyElse(soleKeys, old)) keys.push(key)
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

/** Answers in memory, for programs that keep no data directory. */
export const layerMemory: Layer.Layer<LookupCache> = /* @__PURE__ */ Layer.sync(LookupCache, () => {
  const entries = new Map<string, Entry>()
  const at = (question: Pick<Entry, "scope" | "operation">, key: string) =>
    `${question.scope}\n${question.operation}\n${key}`
  return {
    find: (question, nowMillis) =>
      Effect.sync(() => {
        const good = new Set<Entry>()
        for (const key of question.keys) {
          const entry = entries.get(at(question, key))
          if (entry === undefined) continue
          if (entry.expiresAtMillis > nowMillis) good.add(entry)
          else entries.delete(at(question, key))
        }
        return [...good]
      }),
    store: (entry, soleKeys = []) =>
      Effect.sync(() => {
        const { mark, ...own } = placed(entry, soleKeys, (key) => entries.get(at(entry, key)))
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
