/**
 * The test suite for every LookupCache. Times are passed in, so the suite runs on the real clock over any store.
 * `makeLayer` returns a new, empty cache each time.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

import { LookupCache, answering, keysOfQuestion, type Entry, type IsOther } from "../spend/LookupCache.ts"

const NOW = Date.UTC(2026, 2, 10, 12)
const HOUR = 3_600_000

const entry = (of: Partial<Entry> = {}): Entry => ({
  scope: "account-1",
  operation: "enrichPerson",
  keys: ["email:ada@example.com"],
  match: true,
  status: 200,
  body: { name: "Ada" },
  fetchedAtMillis: NOW,
  expiresAtMillis: NOW + HOUR,
  ...of
})

const miss = (keys: ReadonlyArray<string>, of: Partial<Entry> = {}) =>
  entry({ keys, match: false, status: 404, body: null, ...of })

const store = (newEntry: Entry, soleKeys?: ReadonlyArray<string>, isOther?: IsOther) =>
  Effect.flatMap(LookupCache, (cache) => cache.store(newEntry, soleKeys, isOther))
const clear = (scope: string) => Effect.flatMap(LookupCache, (cache) => cache.clear(scope))

const find = (keys: ReadonlyArray<string>, of: { scope?: string; operation?: string; nowMillis?: number } = {}) =>
  Effect.flatMap(LookupCache, (cache) =>
    cache.find(
      { scope: of.scope ?? "account-1", operation: of.operation ?? "enrichPerson", keys },
      of.nowMillis ?? NOW + 1
    )
  )

/** Returns the entry that answers a question, if there is one. */
const ask = (keys: ReadonlyArray<string>, of: { scope?: string; operation?: string; nowMillis?: number } = {}) =>
  Effect.map(find(keys, of), (entryOrNone) => answering({ keys, soleKeys: [] }, entryOrNone))

const withSortedKeys = (foundEntry: Entry | undefined) =>
  foundEntry && { ...foundEntry, keys: [...foundEntry.keys].sort() }

/** Defines the tests of a cache. `name` is part of their titles, and `makeLayer` returns an empty cache. */
export const lookupCacheSuite = (name: string, makeLayer: () => Layer.Layer<LookupCache, unknown>): void => {
  const test = (title: string, body: Effect.Effect<void, unknown, LookupCache>) =>
    it.live(title, () => Effect.provide(body, makeLayer()))

  describe(`${name}: a match`, () => {
    test(
      "is found complete under every identifier, and once",
      Effect.gen(function* () {
        const body = { name: "Ada", tags: ["a", null], nested: { n: 1.5, yes: true, text: "é\n\u{1F600}" } }
        const storedEntry = entry({ keys: ["email:ada@example.com", "url:ada", "phone:1"], body })
        yield* store(storedEntry)
        for (const key of storedEntry.keys)
          assert.deepStrictEqual(withSortedKeys(yield* ask([key])), withSortedKeys(storedEntry))
        assert.strictEqual((yield* find(storedEntry.keys)).length, 1)
        assert.deepStrictEqual(
          withSortedKeys(yield* ask(["email:new@example.com", "url:ada"])),
          withSortedKeys(storedEntry)
        )
      })
    )

    test(
      "is found under an identifier with a NUL character, as a provider may send one",
      Effect.gen(function* () {
        const body = { email: "a\0da@example.com" }
        yield* store(entry({ keys: ["email:a\0da@example.com", "url:ada"], body }))
        for (const keys of [["email:a\0da@example.com"], ["url:ada"]])
          assert.deepStrictEqual((yield* ask(keys))?.body, body)
      })
    )

    test(
      "is not found under another identifier, account or operation",
      Effect.gen(function* () {
        yield* store(entry())
        assert.isUndefined(yield* ask(["email:bob@example.com"]))
        assert.isUndefined(yield* ask(["email:ada@example.com"], { scope: "account-2" }))
        assert.isUndefined(yield* ask(["email:ada@example.com"], { operation: "enrichCompany" }))
        assert.deepStrictEqual(yield* find([]), [])
      })
    )

    test(
      "ends when it expires",
      Effect.gen(function* () {
        yield* store(entry())
        assert.isDefined(yield* ask(["email:ada@example.com"], { nowMillis: NOW + HOUR - 1 }))
        assert.deepStrictEqual(yield* find(["email:ada@example.com"], { nowMillis: NOW + HOUR }), [])
      })
    )

    test(
      "ends within a millisecond, if it is kept for a fraction of a day",
      Effect.gen(function* () {
        yield* store(entry({ expiresAtMillis: NOW + 1_000.25 }))
        assert.isDefined(yield* ask(["email:ada@example.com"], { nowMillis: NOW + 1_000 }))
        assert.deepStrictEqual(yield* find(["email:ada@example.com"], { nowMillis: NOW + 1_001 }), [])
      })
    )

    test(
      "replaces an older match and a miss",
      Effect.gen(function* () {
        yield* store(miss(["a"]))
        yield* store(entry({ keys: ["a"], body: "old" }))
        assert.strictEqual((yield* ask(["a"]))?.body, "old")
        yield* store(entry({ keys: ["a", "b"], body: "new", fetchedAtMillis: NOW + 1 }))
        assert.strictEqual((yield* ask(["a"]))?.body, "new")
        assert.strictEqual((yield* ask(["a", "b"]))?.body, "new")
      })
    )

    test(
      "stays under the identifiers that a newer match does not have",
      Effect.gen(function* () {
        yield* store(entry({ keys: ["a", "b"], body: "old" }))
        yield* store(entry({ keys: ["b", "c"], body: "new", fetchedAtMillis: NOW + 1 }))
        assert.strictEqual((yield* ask(["a"]))?.body, "old")
        assert.strictEqual((yield* ask(["b"]))?.body, "new")
        // Both entries are about one subject, since they share an identifier, so the newer one answers.
        assert.strictEqual((yield* ask(["a", "c"]))?.body, "new")
      })
    )

    test(
      "answers nothing if two identifiers lead to different subjects",
      Effect.gen(function* () {
        yield* store(entry({ keys: ["email:ada@example.com"], body: "ada" }))
        yield* store(entry({ keys: ["url:bob"], body: "bob" }))
        assert.isUndefined(yield* ask(["email:ada@example.com", "url:bob"]))
        assert.strictEqual((yield* ask(["url:bob"]))?.body, "bob")
      })
    )
  })

  describe(`${name}: an identifier that two subjects share`, () => {
    const INBOX = "email:team@firm.example"
    const person = (slug: string, more: ReadonlyArray<string> = [], of: Partial<Entry> = {}) => {
      const profile = `profile:${slug}`
      return store(entry({ keys: [profile, INBOX, ...more], body: slug, ...of }), [profile])
    }

    test(
      "identifies neither, nor a third, while each is found by its own identifiers",
      Effect.gen(function* () {
        yield* person("ada")
        assert.strictEqual((yield* ask([INBOX]))?.body, "ada")
        yield* person("bob")
        assert.isUndefined(yield* ask([INBOX]))
        yield* person("cleo")
        assert.isUndefined(yield* ask([INBOX]))
        for (const slug of ["ada", "bob", "cleo"]) assert.strictEqual((yield* ask([`profile:${slug}`]))?.body, slug)
      })
    )

    /** A person without a unique identifier, who is told from others by the answer's name. */
    const named = (who: string, keys: ReadonlyArray<string>, soleKeys: ReadonlyArray<string> = []) => {
      const newEntry = entry({ keys: [...soleKeys, ...keys], status: 203, body: { name: who } })
      return store(newEntry, soleKeys, ({ status, body }) => {
        assert.strictEqual(status, 203)
        return (body as { readonly name: string }).name !== who
      })
    }

    test(
      "is recognised by what else the answers say, if they have no unique identifiers to compare",
      Effect.gen(function* () {
        yield* named("ada", [INBOX, "email:ada@home.example"])
        yield* named("bob", [INBOX, "email:bob@home.example"])
        assert.isUndefined(yield* ask([INBOX]))
        yield* named("cleo", [INBOX], ["profile:cleo"])
        assert.isUndefined(yield* ask([INBOX]))
        for (const [key, who] of [
          ["email:ada@home.example", "ada"],
          ["email:bob@home.example", "bob"],
          ["profile:cleo", "cleo"]
        ] as const) {
          assert.deepStrictEqual((yield* ask([key]))?.body, { name: who })
        }
      })
    )

    test(
      "is not shared if the answers agree, or if their unique identifiers do whatever else they say",
      Effect.gen(function* () {
        yield* named("ada", [INBOX, "email:ada@home.example"])
        yield* named("ada", [INBOX, "email:ada@work.example"])
        assert.isDefined(yield* ask([INBOX]))
        yield* named("cleo", ["email:cleo@home.example"], ["profile:cleo"])
        yield* named("cleopatra", ["email:cleo@home.example"], ["profile:cleo"])
        assert.deepStrictEqual((yield* ask(["email:cleo@home.example"]))?.body, { name: "cleopatra" })
      })
    )

    test(
      "does not merge the two",
      Effect.gen(function* () {
        yield* person("ada", ["email:ada@firm.example"])
        yield* person("bob", ["email:bob@firm.example"])
        assert.isUndefined(yield* ask(["email:ada@firm.example", "email:bob@firm.example"]))
        // A third comes when the identifier is already known to be shared.
        yield* person("cleo", ["email:cleo@firm.example"])
        assert.isUndefined(yield* ask(["email:ada@firm.example", "email:cleo@firm.example"]))
      })
    )

    test(
      "answers the original question again",
      Effect.gen(function* () {
        const question = keysOfQuestion([INBOX])
        yield* store(entry({ keys: [...question, "profile:ada"], body: "ada" }), ["profile:ada"])
        yield* person("bob")
        const match = yield* find(question)
        assert.strictEqual(answering({ keys: [INBOX], soleKeys: [] }, match)?.body, "ada")
      })
    )

    test(
      "answers the original question with the subject that the provider named last",
      Effect.gen(function* () {
        const question = keysOfQuestion([INBOX])
        yield* store(entry({ keys: [...question, "profile:ada"], body: "ada" }), ["profile:ada"])
        yield* store(entry({ keys: [...question, "profile:bob"], body: "bob", fetchedAtMillis: NOW + 1 }), [
          "profile:bob"
        ])
        assert.strictEqual(answering({ keys: [INBOX], soleKeys: [] }, yield* find(question))?.body, "bob")
      })
    )

    for (const [first, second] of [
      [3, 1],
      [1, 3]
    ] as const) {
      test(
        `stays shared until all entries have expired: after ${first} and ${second} hours`,
        Effect.gen(function* () {
          yield* person("ada", [], { expiresAtMillis: NOW + first * HOUR })
          yield* person("bob", [], { expiresAtMillis: NOW + second * HOUR })
          const fetchedAtMillis = NOW + 2 * HOUR
          yield* person("cleo", [], { fetchedAtMillis, expiresAtMillis: fetchedAtMillis + HOUR })
          assert.isUndefined(yield* ask([INBOX], { nowMillis: fetchedAtMillis + 1 }))
        })
      )
    }

    test(
      "may miss without becoming one subject's",
      Effect.gen(function* () {
        yield* person("ada")
        yield* person("bob")
        const question = keysOfQuestion([INBOX])
        yield* store(miss(question))
        const match = yield* find(question)
        assert.strictEqual(answering({ keys: [INBOX], soleKeys: [] }, match)?.match, false)
        yield* person("cleo")
        assert.isUndefined((yield* find([INBOX])).find((one) => one.match))
      })
    )

    test(
      "identifies one subject again when the entries of the others have expired",
      Effect.gen(function* () {
        yield* person("ada")
        yield* person("bob")
        const fetchedAtMillis = NOW + 2 * HOUR
        yield* person("cleo", [], { fetchedAtMillis, expiresAtMillis: fetchedAtMillis + HOUR })
        assert.strictEqual((yield* ask([INBOX], { nowMillis: fetchedAtMillis + 1 }))?.body, "cleo")
      })
    )

    test(
      "identifies one subject if their unique identifiers agree",
      Effect.gen(function* () {
        yield* store(entry({ keys: ["a:1", "b:1", INBOX], body: "old" }), ["a:1", "b:1"])
        yield* store(entry({ keys: ["a:1", "b:2", INBOX], body: "new", fetchedAtMillis: NOW + 1 }), ["a:1", "b:2"])
        assert.strictEqual((yield* ask([INBOX]))?.body, "new")
      })
    )
  })

  describe(`${name}: a miss`, () => {
    test(
      "is found whatever another account or operation has found",
      Effect.gen(function* () {
        yield* store(entry({ scope: "account-2" }))
        yield* store(entry({ operation: "enrichCompany" }))
        yield* store(miss(["email:ada@example.com"]))
        assert.strictEqual((yield* ask(["email:ada@example.com"]))?.match, false)
      })
    )

    test(
      "answers only a question with no further identifiers",
      Effect.gen(function* () {
        yield* store(miss(["a", "b"]))
        assert.deepStrictEqual(withSortedKeys(yield* ask(["a"])), withSortedKeys(miss(["a", "b"])))
        assert.isDefined(yield* ask(["b", "a"]))
        assert.isUndefined(yield* ask(["a", "c"]))
        assert.isUndefined(yield* ask(["a", "b", "c"]))
      })
    )

    test(
      "is not combined from two smaller misses, which together might have matched",
      Effect.gen(function* () {
        yield* store(miss(["a"]))
        yield* store(miss(["b"]))
        assert.isUndefined(yield* ask(["a", "b"]))
      })
    )

    test(
      "gives way to a match under any identifier asked",
      Effect.gen(function* () {
        yield* store(miss(["a"]))
        yield* store(entry({ keys: ["b"], body: "found" }))
        assert.strictEqual((yield* ask(["a", "b"]))?.body, "found")
      })
    )

    test(
      "never hides a match that is still good",
      Effect.gen(function* () {
        yield* store(entry({ keys: ["a"], body: "found" }))
        yield* store(miss(["a", "b"], { fetchedAtMillis: NOW + 1 }))
        assert.strictEqual((yield* ask(["a"]))?.body, "found")
        assert.strictEqual((yield* ask(["b"]))?.match, false)
      })
    )

    test(
      "replaces an older miss, and gives way to a match about any subject",
      Effect.gen(function* () {
        yield* store(miss(["a", "profile:ada"]))
        yield* store(miss(["a", "profile:ada"], { fetchedAtMillis: NOW + 1, expiresAtMillis: NOW + 2 * HOUR }))
        assert.isDefined(yield* ask(["a"], { nowMillis: NOW + HOUR + 1 }))
        yield* store(entry({ keys: ["a", "profile:bob"], body: "bob" }), ["profile:bob"])
        assert.strictEqual((yield* ask(["a"]))?.body, "bob")
      })
    )

    test(
      "replaces a match that has expired",
      Effect.gen(function* () {
        yield* store(entry({ keys: ["a"] }))
        const later = NOW + 2 * HOUR
        yield* store(miss(["a"], { fetchedAtMillis: later, expiresAtMillis: later + HOUR }))
        assert.strictEqual((yield* ask(["a"], { nowMillis: later + 1 }))?.match, false)
      })
    )

    test(
      "expires by its own time",
      Effect.gen(function* () {
        yield* store(miss(["a"], { expiresAtMillis: NOW + 10 }))
        assert.isDefined(yield* ask(["a"], { nowMillis: NOW + 9 }))
        assert.isUndefined(yield* ask(["a"], { nowMillis: NOW + 10 }))
      })
    )
  })

  describe(`${name}: clearing`, () => {
    test(
      "deletes one account's answers and keeps the others'",
      Effect.gen(function* () {
        yield* store(entry({ keys: ["a", "b"] }))
        yield* store(miss(["c"], { operation: "enrichCompany" }))
        yield* store(entry({ scope: "account-2", keys: ["a"] }))
        yield* clear("account-1")
        assert.deepStrictEqual(yield* find(["a", "b"]), [])
        assert.deepStrictEqual(yield* find(["c"], { operation: "enrichCompany" }), [])
        assert.strictEqual((yield* find(["a"], { scope: "account-2" })).length, 1)
        yield* store(entry({ keys: ["a"] }))
        assert.isDefined(yield* ask(["a"]))
      })
    )

    test(
      "deletes them at every address, but not those of accounts whose names only start alike",
      Effect.gen(function* () {
        const other = ["account-12@https://a.example", "account-1/x", "account-1x@y", "my-account-1@z", "account_1@z"]
        for (const scope of ["account-1@https://a.example", "account-1@b", ...other]) {
          yield* store(entry({ scope, keys: ["a"] }))
        }
        yield* clear("account-1")
        assert.deepStrictEqual(yield* find(["a"], { scope: "account-1@https://a.example" }), [])
        assert.deepStrictEqual(yield* find(["a"], { scope: "account-1@b" }), [])
        for (const scope of other) assert.strictEqual((yield* find(["a"], { scope })).length, 1)
      })
    )

    test(
      "is harmless if there is nothing to delete",
      Effect.gen(function* () {
        yield* clear("nobody")
        assert.deepStrictEqual(yield* find(["a"]), [])
      })
    )
  })

  describe(`${name}: identifiers`, () => {
    test(
      "are distinguished, whatever characters they contain",
      Effect.gen(function* () {
        const odd = ["a\nb", "a", "b", "%", "_", "'; --", "ключ", "a,b", '["a"]', ""]
        for (const key of odd) yield* store(entry({ keys: [key], body: key }))
        for (const key of odd) assert.strictEqual((yield* ask([key]))?.body, key)
        assert.isUndefined(yield* ask(["*"]))
      })
    )
  })
}
