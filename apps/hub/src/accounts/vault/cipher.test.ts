import { randomBytes } from "node:crypto"

import { describe, expect, it } from "vitest"

import type { AccountRow } from "../../storage/AccountRows.ts"
import * as Seals from "./account-seals.ts"
import { joinParts, keyOf, open, seal } from "./cipher.ts"

const key = keyOf(randomBytes(32))
const other = keyOf(randomBytes(32))
const place = ["secret", "account-1", "codehost", "token"]
const SECRET = "ghp_canary_0123456789 é"

describe("a sealed value", () => {
  it("opens in its place with its key, whichever else are there", () => {
    const ciphertext = seal(key, place, SECRET)
    expect(open([other, key], place, ciphertext)).toEqual({ plain: SECRET })
    expect(open([other], place, ciphertext)).toEqual({ problem: "unknownKey" })
    expect(open([{ ...other, id: key.id }], place, ciphertext)).toEqual({ problem: "changed" })
    expect(open([key], place, seal(key, place, ""))).toEqual({ plain: "" })
  })

  it("does not open after a change of any one bit, nor cut short, nor longer", () => {
    const { keyId, bytes } = seal(key, place, SECRET)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const alteredBytes = Uint8Array.from(bytes)
      alteredBytes[bit >> 3] = (alteredBytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect([bit, open([key], place, { keyId, bytes: alteredBytes })]).toEqual([bit, { problem: "changed" }])
    }
    for (let length = 0; length < bytes.length; length++) {
      expect(open([key], place, { keyId, bytes: bytes.subarray(0, length) })).toEqual({ problem: "changed" })
    }
    expect(open([key], place, { keyId, bytes: Buffer.concat([bytes, Buffer.alloc(1)]) })).toEqual({
      problem: "changed"
    })
  })

  it("does not open in another place", () => {
    const ciphertext = seal(key, place, SECRET)
    for (const elsewhere of [
      [],
      place.slice(1),
      [...place, ""],
      ["secret", "account-1", "codehosttoken"],
      place.with(1, "account-2")
    ]) {
      expect(open([key], elsewhere, ciphertext)).toEqual({ problem: "changed" })
    }
  })

  it("looks different each time, and shows nothing of what it holds", () => {
    const ciphertexts = Array.from({ length: 200 }, () => Buffer.from(seal(key, place, SECRET).bytes))
    expect(new Set(ciphertexts.map((bytes) => bytes.subarray(0, 12).toString("hex"))).size).toBe(200)
    expect(ciphertexts.some((bytes) => bytes.includes(SECRET.slice(0, 4)))).toBe(false)
  })
})

describe("parts joined", () => {
  it("are distinguished wherever one ends", () => {
    const all = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"], ["a", "b", "c"]]
    expect(new Set(all.map((parts) => Buffer.from(joinParts(parts)).toString("hex"))).size).toBe(all.length)
  })
})

describe("an account's row", () => {
  const plain: Seals.Plain = {
    id: "account-1",
    plugin: "codehost",
    name: "main",
    kind: "token",
    settings: `{"base_url":"https://api.example","read_only":"true"}`,
    revision: "r-1",
    createdMillis: 1_700_000_000_000
  }
  const row = Seals.seal(key, "here", plain, { token: SECRET, ":grant": "{}" })
  const opens = (alteredRow: AccountRow) => "secrets" in Seals.open([key], "here", alteredRow)
  const flips = (bytes: Uint8Array) =>
    Array.from(bytes, (_, at) => Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 1 : byte)))

  it("opens whole", () => {
    expect(Seals.open([key], "here", row)).toEqual({ secrets: { token: SECRET, ":grant": "{}" } })
  })

  it("does not open after a change of any byte of any column", () => {
    expect(opens(row)).toBe(true)
    for (const column of ["id", "plugin", "name", "kind", "settings", "revision"] as const) {
      const text = row[column]
      for (let at = 0; at < text.length; at++) {
        const alteredText = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1)
        expect([column, at, opens({ ...row, [column]: alteredText })]).toEqual([column, at, false])
      }
      expect(opens({ ...row, [column]: "" })).toBe(false)
    }
    expect(opens({ ...row, createdMillis: row.createdMillis + 1 })).toBe(false)
    for (const flippedSeal of flips(row.seal)) expect(opens({ ...row, seal: flippedSeal })).toBe(false)
    for (const [index, secret] of row.secrets.entries()) {
      for (const sealed of flips(secret.sealed)) {
        expect(opens({ ...row, secrets: row.secrets.with(index, { ...secret, sealed }) })).toBe(false)
      }
      expect(opens({ ...row, secrets: row.secrets.with(index, { ...secret, field: "api_key" }) })).toBe(false)
      expect(opens({ ...row, secrets: row.secrets.toSpliced(index, 1) })).toBe(false)
    }
  })

  it("does not open with a secret of another account, of another field, or of an older row", () => {
    const older = Seals.seal(key, "here", plain, { token: "older", ":grant": "{}" })
    const elsewhere = Seals.seal(key, "here", { ...plain, id: "account-2" }, { token: SECRET, ":grant": "{}" })
    const [grant, token] = row.secrets
    for (const foreign of [older, elsewhere]) {
      expect(opens({ ...row, secrets: foreign.secrets })).toBe(false)
      expect(opens({ ...row, secrets: foreign.secrets, seal: foreign.seal })).toBe(foreign === older)
    }
    const swaps = [
      { ...grant!, sealed: token!.sealed },
      { ...token!, sealed: grant!.sealed }
    ]
    expect(opens({ ...row, secrets: swaps })).toBe(false)
  })
})
