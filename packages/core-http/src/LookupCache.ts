/**
 * Paid answers, kept so that nobody pays for the same one twice. A match is found again under every identifier asked
 * and every identifier in the answer; a miss only by a question that asks nothing beyond what already missed.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { StorageError } from "./StorageError.ts"

/** One kept answer: a match, or the miss of everything that was asked. */
export interface Entry {
  readonly scope: string
  readonly operation: string
  /** Every identifier it stands under. */
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
    /** Keeps an answer under all its keys; a miss never takes the place of a match that is still good. */
    readonly store: (entry: Entry) => Effect.Effect<void, StorageError>
    /** Forgets the answers of a scope and of each of its addresses: `scope` and `scope@<address>`. */
    readonly clear: (scope: string) => Effect.Effect<void, StorageError>
  }
>()("@inlay/core-http/LookupCache") {}

const kindOf = (key: string): string => key.slice(0, key.indexOf(":") + 1)

/** Whether keys hold another value of a key's kind, and not this one. */
const contradicts = (keys: ReadonlyArray<string>, key: string): boolean =>
  !keys.includes(key) && keys.some((other) => kindOf(other) === kindOf(key))

/**
 * The entry that answers a question, if one does. Two identifiers that lead to different subjects answer nothing, nor
 * does an entry that holds another value of a kind that a subject has only one of: whom it means is for the provider to
 * say.
 */
export const answering = (
  { keys, soleKeys }: { readonly keys: ReadonlyArray<string>; readonly soleKeys: ReadonlyArray<string> },
  found: ReadonlyArray<Entry>
): Entry | undefined => {
  const matches = found.filter((entry) => entry.match && !soleKeys.some((key) => contradicts(entry.keys, key)))
  const first = matches[0]
  if (first !== undefined) {
    const same = matches.every((entry) => entry === first || entry.keys.some((key) => first.keys.includes(key)))
    return same ? matches.reduce((a, b) => (b.fetchedAtMillis > a.fetchedAtMillis ? b : a)) : undefined
  }
  return found.find((entry) => !entry.match && keys.every((key) => entry.keys.includes(key)))
}

/**
 * The keys that a match stands under: those asked and those of its record. A record that holds another value than was
 * asked, of a kind that a subject has only one of, is about somebody else: it stands under its own keys alone.
 */
export const keysOfMatch = (
  asked: { readonly keys: ReadonlyArray<string>; readonly soleKeys: ReadonlyArray<string> },
  answered: ReadonlyArray<string>
): { readonly keys: ReadonlyArray<string>; readonly isContradicted: boolean } => {
  const isContradicted = asked.soleKeys.some((key) => contradicts(answered, key))
  const kept = isContradicted ? [] : asked.keys
  return { keys: [...new Set([...kept, ...answered])], isContradicted }
}

/** Answers in memory, for programs that keep no data directory. */
export const layerMemory: Layer.Layer<LookupCache> = /* @__PURE__ */ Layer.sync(LookupCache, () => {
  const entries = new Map<string, Entry>()
  const at = (question: Pick<Entry, "scope" | "operation">, key: string) =>
    `${question.scope}\n${question.operation}\n${key}`
  return {
    find: (question, nowMillis) =>
      Effect.sync(() => {
        const found = new Set<Entry>()
        for (const key of question.keys) {
          const entry = entries.get(at(question, key))
          if (entry === undefined) continue
          if (entry.expiresAtMillis > nowMillis) found.add(entry)
          else entries.delete(at(question, key))
        }
        return [...found]
      }),
    store: (entry) =>
      Effect.sync(() => {
        for (const key of entry.keys) {
          const old = entries.get(at(entry, key))
          // A miss never hides a match that is still good.
          if (!entry.match && old?.match === true && old.expiresAtMillis > entry.fetchedAtMillis) continue
          entries.set(at(entry, key), entry)
        }
      }),
    clear: (scope) =>
      Effect.sync(() => {
        for (const [key, entry] of entries) {
          if (entry.scope === scope || entry.scope.startsWith(`${scope}@`)) entries.delete(key)
        }
      })
  }
})
