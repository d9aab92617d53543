import { describe, expect, it } from "vitest"

import { lookupCacheSuite } from "../testing/index.ts"
import { answering, asksBy, keysOfMatch, keysOfQuestion, layerMemory, type Entry } from "./LookupCache.ts"

lookupCacheSuite("in memory", () => layerMemory)

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

describe("a kind that a subject has only one of", () => {
  it("keeps an entry from answering for somebody else who shares an address", () => {
    expect(answering({ keys: [BOB, SHARED], soleKeys: [BOB] }, [alice])).toBeUndefined()
  })

  it("lets an entry answer that holds the asked value, or none of that kind", () => {
    expect(answering({ keys: [ALICE, SHARED], soleKeys: [ALICE] }, [alice])).toBe(alice)
    const unnamedEntry = entry([SHARED])
    expect(answering({ keys: [BOB, SHARED], soleKeys: [BOB] }, [unnamedEntry])).toBe(unnamedEntry)
  })

  it("still lets one who had an old address of the same kind be found under both", () => {
    const renamedEntry = entry(["profile:alice-old", ALICE])
    expect(answering({ keys: ["profile:alice-old"], soleKeys: ["profile:alice-old"] }, [renamedEntry])).toBe(
      renamedEntry
    )
  })

  it("does not hide a miss behind somebody else's match", () => {
    const missEntry = entry([BOB, SHARED], false)
    expect(answering({ keys: [BOB, SHARED], soleKeys: [BOB] }, [alice, missEntry])).toBe(missEntry)
  })
})

describe("a question answered before", () => {
  const MAIL = "email:bob@firm.example"

  it("tells what it asks by, and takes no part of an identifier for one", () => {
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

  it("is answered again by the same, though its identifiers lead to two subjects", () => {
    const bob = entry([BOB, MAIL])
    const question = { keys: [ALICE, MAIL], soleKeys: [ALICE] }
    expect(answering(question, [alice, bob])).toBe(alice)
    const other = { keys: [SHARED, MAIL], soleKeys: [] }
    expect(answering(other, [alice, bob])).toBeUndefined()
    const chosenEntry = entry([ALICE, ...keysOfQuestion(other.keys).slice(-1)])
    expect(answering(other, [alice, bob, chosenEntry])).toBe(chosenEntry)
  })

  it("is the same whatever the order of its identifiers, and another with one more or less", () => {
    const [question] = keysOfQuestion([ALICE, MAIL]).slice(-1)
    expect(keysOfQuestion([MAIL, ALICE])).toContain(question)
    for (const keys of [[ALICE], [MAIL], [ALICE, MAIL, SHARED]]) expect(keysOfQuestion(keys)).not.toContain(question)
    expect(keysOfQuestion([])).toEqual([])
  })
})

describe("the keys of a match", () => {
  const asking = (keys: ReadonlyArray<string>) => ({ keys, soleKeys: keys.filter((key) => key.startsWith("profile:")) })
  const [alicesMail, bobsMail] = ["email:alice@firm.example", "email:bob@firm.example"]

  it("are those of the record and the question; what it does not confirm is none by itself", () => {
    const question = asking([ALICE, bobsMail])
    expect(keysOfMatch(question, [ALICE, alicesMail])).toEqual({
      keys: [ALICE, alicesMail, ...keysOfQuestion(question.keys).slice(-1)],
      isContradicted: false
    })
  })

  it("are the question's alone where a record says nothing of whom it is about", () => {
    const { keys } = keysOfMatch(asking([bobsMail]), [])
    expect(keysOfQuestion([bobsMail])).toEqual([bobsMail, ...keys])
    expect(keysOfQuestion([BOB, bobsMail])).not.toContain(keys[0])
    const answer = entry(keys)
    expect(answering(asking([bobsMail]), [answer])).toBe(answer)
  })

  it("are the record's own where it is about somebody else than was asked", () => {
    for (const question of [[BOB], [BOB, alicesMail], [BOB, bobsMail]]) {
      expect(keysOfMatch(asking(question), [ALICE, alicesMail])).toEqual({
        keys: [ALICE, alicesMail],
        isContradicted: true
      })
    }
  })
})
