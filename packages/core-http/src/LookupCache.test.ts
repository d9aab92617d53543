import { describe, expect, it } from "vitest"

import { answering, keysOfMatch, layerMemory, type Entry } from "./LookupCache.ts"
import { lookupCacheSuite } from "./testing/index.ts"

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
    const unnamed = entry([SHARED])
    expect(answering({ keys: [BOB, SHARED], soleKeys: [BOB] }, [unnamed])).toBe(unnamed)
  })

  it("still lets one who had an old address of the same kind be found under both", () => {
    const renamed = entry(["profile:alice-old", ALICE])
    expect(answering({ keys: ["profile:alice-old"], soleKeys: ["profile:alice-old"] }, [renamed])).toBe(renamed)
  })

  it("does not hide a miss behind somebody else's match", () => {
    const missed = entry([BOB, SHARED], false)
    expect(answering({ keys: [BOB, SHARED], soleKeys: [BOB] }, [alice, missed])).toBe(missed)
  })
})

describe("the keys of a match", () => {
  it("are those asked and those of the record, each once", () => {
    expect(keysOfMatch({ keys: [ALICE, SHARED], soleKeys: [ALICE] }, [ALICE, "email:alice@firm.example"])).toEqual({
      keys: [ALICE, SHARED, "email:alice@firm.example"],
      isContradicted: false
    })
  })

  it.each([[["profile:alice-old"]], [[BOB, "email:alice@firm.example"]]])(
    "are the record's own alone where it contradicts what was asked: %j",
    (keys) => {
      const soleKeys = keys.filter((key) => key.startsWith("profile:"))
      const answered = ["email:alice@firm.example", ALICE]
      expect(keysOfMatch({ keys, soleKeys }, answered)).toEqual({ keys: answered, isContradicted: true })
    }
  )
})
