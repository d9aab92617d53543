import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { lookupCacheSuite } from "../testing/index.ts"
import {
  answering,
  asksBy,
  keysOfMatch,
  keysOfQuestion,
  layerMemory,
  LookupCache,
  placementOf,
  type Entry
} from "./LookupCache.ts"

lookupCacheSuite("in memory", () => layerMemory)

describe("the cache in memory", () => {
  it("drops expired answers when others are stored, so that a program that runs for months does not grow", async () => {
    const HOUR = 3_600_000
    const remaining = await Effect.runPromise(
      Effect.gen(function* () {
        const cache = yield* LookupCache
        const of = { ...entry([]), expiresAtMillis: HOUR }
        for (let n = 0; n < 1_000; n++) yield* cache.store({ ...of, keys: [`profile:${n}`] })
        yield* cache.store({ ...of, keys: ["profile:later"], fetchedAtMillis: HOUR, expiresAtMillis: 2 * HOUR })
        // By a clock that is set back, what is still there has not expired.
        const keys = Array.from({ length: 1_000 }, (_, n) => `profile:${n}`)
        return yield* cache.find({ ...of, keys: [...keys, "profile:later"] }, 0)
      }).pipe(Effect.provide(layerMemory))
    )
    expect(remaining.map(({ keys }) => keys)).toEqual([["profile:later"]])
  })
})

const ALICE = "profile:alice"
const BOB = "profile:bob"
const SHARED = "email:info@firm.example"

const entry = (keys: ReadonlyArray<string>, match = true): Entry => ({
  scope: "account-1",
  operation: "enrichPerson",
  keys,
  match,
  status: 200,
  body: null,
  fetchedAtMillis: 0,
  expiresAtMillis: 1
})

const alice = entry([ALICE, "email:alice@firm.example", SHARED])

describe("a kind of identifier that is unique per subject", () => {
  it("keeps an entry from answering for another subject that shares an address", () => {
    expect(answering({ keys: [BOB, SHARED], soleKeys: [BOB] }, [alice])).toBeUndefined()
  })

  it("lets an entry answer if it has the requested value or none of that kind", () => {
    expect(answering({ keys: [ALICE, SHARED], soleKeys: [ALICE] }, [alice])).toBe(alice)
    const unnamedEntry = entry([SHARED])
    expect(answering({ keys: [BOB, SHARED], soleKeys: [BOB] }, [unnamedEntry])).toBe(unnamedEntry)
  })

  it("still finds a subject with an old address of the same kind under both", () => {
    const renamedEntry = entry(["profile:alice-old", ALICE])
    expect(answering({ keys: ["profile:alice-old"], soleKeys: ["profile:alice-old"] }, [renamedEntry])).toBe(
      renamedEntry
    )
  })

  it("does not hide a miss behind another subject's match", () => {
    const missEntry = entry([BOB, SHARED], false)
    expect(answering({ keys: [BOB, SHARED], soleKeys: [BOB] }, [alice, missEntry])).toBe(missEntry)
  })
})

it("of several answers about one subject, the newest is given, in whichever order they are found", () => {
  const newer = { ...alice, fetchedAtMillis: 1 }
  for (const entries of [
    [alice, newer],
    [newer, alice]
  ]) {
    expect(answering({ keys: [ALICE], soleKeys: [ALICE] }, entries)).toBe(newer)
  }
})

describe("an answer beside those that are stored", () => {
  const TEAM = "email:team@firm.example"
  const shared = { ...entry([], false), expiresAtMillis: 5 }
  const stored = { [SHARED]: { ...alice, expiresAtMillis: 9 }, [TEAM]: shared }
  const place = (one: Entry) =>
    placementOf(one, [BOB], (key) => Object.entries(stored).find(([name]) => name === key)?.[1])

  it("is not found by what it shares with another subject, as that is not", () => {
    const bob = entry([BOB, SHARED, TEAM])
    expect(place(bob)).toEqual({
      entry: { ...bob, keys: [BOB] },
      keys: [BOB],
      // For as long as either would be.
      mark: { entry: { ...bob, keys: [], match: false, status: 0, body: null, expiresAtMillis: 9 }, keys: [SHARED] }
    })
    expect(place(entry([BOB, TEAM]))).toEqual({ entry: entry([BOB]), keys: [BOB] })
  })

  it("replaces one that has expired, also if it is a miss, but no match that is still valid", () => {
    const miss = entry([SHARED], false)
    expect(place(miss).keys).toEqual([])
    expect(place({ ...miss, fetchedAtMillis: 9 }).keys).toEqual([SHARED])
    const bob = { ...entry([BOB, SHARED, TEAM]), fetchedAtMillis: 9 }
    expect(place(bob)).toEqual({ entry: bob, keys: [BOB, SHARED, TEAM] })
  })
})

describe("a question answered before", () => {
  const MAIL = "email:bob@firm.example"

  it("reports the identifiers used, and never treats part of an identifier as one", () => {
    const [key = ""] = keysOfQuestion([MAIL, BOB]).slice(-1)
    const [alone = ""] = keysOfQuestion([MAIL]).slice(-1)
    expect([key, alone].map((one) => [asksBy(one, MAIL), asksBy(one, BOB)])).toEqual([
      [true, true],
      [true, false]
    ])
    expect([key, alone].map((one) => asksBy(one, "email:bob@firm.exam") || asksBy(one, "bob@firm.example"))).toEqual([
      false,
      false
    ])
    expect(asksBy(MAIL, MAIL)).toBe(false)
  })

  it("gets the same answer again, even if its identifiers lead to two subjects", () => {
    const bob = entry([BOB, MAIL])
    const question = { keys: [ALICE, MAIL], soleKeys: [ALICE] }
    expect(answering(question, [alice, bob])).toBe(alice)
    const other = { keys: [SHARED, MAIL], soleKeys: [] }
    expect(answering(other, [alice, bob])).toBeUndefined()
    const chosenEntry = entry([ALICE, ...keysOfQuestion(other.keys).slice(-1)])
    expect(answering(other, [alice, bob, chosenEntry])).toBe(chosenEntry)
  })

  it("is the same in any order of its identifiers, but not with one more or less", () => {
    const [question] = keysOfQuestion([ALICE, MAIL]).slice(-1)
    expect(keysOfQuestion([MAIL, ALICE])).toContain(question)
    for (const keys of [[ALICE], [MAIL], [ALICE, MAIL, SHARED]]) expect(keysOfQuestion(keys)).not.toContain(question)
    expect(keysOfQuestion([])).toEqual([])
  })
})

describe("the keys of a match", () => {
  const asking = (keys: ReadonlyArray<string>) => ({ keys, soleKeys: keys.filter((key) => key.startsWith("profile:")) })
  const [alicesMail, bobsMail] = ["email:alice@firm.example", "email:bob@firm.example"]

  it("are those of the record and the question, except unconfirmed ones", () => {
    const question = asking([ALICE, bobsMail])
    expect(keysOfMatch(question, [ALICE, alicesMail])).toEqual({
      keys: [ALICE, alicesMail, ...keysOfQuestion(question.keys).slice(-1)],
      isContradicted: false
    })
  })

  it("are only the question's if the record does not say whom it is about", () => {
    const { keys } = keysOfMatch(asking([bobsMail]), [])
    expect(keysOfQuestion([bobsMail])).toEqual([bobsMail, ...keys])
    expect(keysOfQuestion([BOB, bobsMail])).not.toContain(keys[0])
    const answer = entry(keys)
    expect(answering(asking([bobsMail]), [answer])).toBe(answer)
  })

  it("are only the record's if it is about another subject", () => {
    for (const question of [[BOB], [BOB, alicesMail], [BOB, bobsMail]]) {
      expect(keysOfMatch(asking(question), [ALICE, alicesMail])).toEqual({
        keys: [ALICE, alicesMail],
        isContradicted: true
      })
    }
  })
})
