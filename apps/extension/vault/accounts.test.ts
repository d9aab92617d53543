import { assert, describe } from "@effect/vitest"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { SECRET, SALES, account, test, rowsOf, put, save, theRow, sealedOf } from "../tests/vault-world.ts"
import { Vault } from "./accounts.ts"
import { oneReading } from "./database/one-reading.ts"
import { HubVault } from "./hub.ts"

describe("an account in the vault", () => {
  test(
    "is read back completely, with a new revision each time it is saved",
    Effect.gen(function* () {
      const vault = yield* Vault
      assert.isUndefined(yield* vault.find("salesdata", "default"))
      assert.deepStrictEqual(yield* vault.list, [])
      yield* save()
      const first = yield* vault.find("salesdata", "default")
      assert.deepStrictEqual(first?.settings, account().settings)
      assert.strictEqual(first?.name, "default")
      assert.strictEqual(Redacted.value(first?.secrets["api_key"] ?? Redacted.make("")), SECRET)
      assert.strictEqual((yield* (yield* Accounts).find(SALES)).revision, first?.revision)
      yield* save({ settings: { base_url: "https://other.example" } })
      const second = yield* vault.find("salesdata", "default")
      assert.deepStrictEqual(second?.settings, { base_url: "https://other.example" })
      assert.notStrictEqual(second?.revision, first?.revision)
      assert.strictEqual((yield* rowsOf("accounts")).length, 1)
    })
  )

  test(
    "shows everything except its secrets without decrypting them",
    Effect.gen(function* () {
      yield* save()
      const [summary] = yield* (yield* Vault).list
      assert.deepStrictEqual([summary?.plugin, summary?.name], ["salesdata", "default"])
      assert.deepStrictEqual(summary?.readable?.settings, account().settings)
    })
  )

  test(
    "and a hub's token can be opened, also if the last account is removed while they are saved",
    Effect.gen(function* () {
      const vault = yield* Vault
      const hubVault = yield* HubVault
      const remove = vault.remove("salesdata", "default")
      const both = { concurrency: 2 } as const
      yield* save()
      yield* Effect.all([vault.save(account({ name: "second" })), remove], both)
      const second = yield* vault.find("salesdata", "second")
      assert.strictEqual(second && Redacted.value(second.secrets["api_key"] ?? Redacted.make("")), SECRET)
      yield* vault.remove("salesdata", "second")
      yield* save()
      const hub = { origin: "https://hub.example", hubId: "1", version: "1", name: "Chrome", tokenId: "1" }
      yield* Effect.all([hubVault.save({ ...hub, token: Redacted.make(SECRET) }, []), remove], both)
      const paired = yield* hubVault.find
      assert.strictEqual(paired && Redacted.value(paired.token), SECRET)
    }).pipe(Effect.provide(HubVault.layer))
  )

  test(
    "is stored without its secret in any plain form",
    Effect.gen(function* () {
      yield* save()
      const { iv, data } = sealedOf(yield* theRow)
      const storage = JSON.stringify(yield* theRow) + new TextDecoder("latin1").decode(data)
      for (const form of [SECRET, btoa(SECRET), SECRET.slice(0, 8)]) assert.notInclude(storage, form)
      assert.strictEqual(iv.byteLength, 12)
      assert.strictEqual(data.byteLength, SECRET.length + 16)
    })
  )

  test(
    "is encrypted with a fresh IV each time, with a key that cannot be exported",
    Effect.gen(function* () {
      const ivs = new Set<string>()
      for (let n = 0; n < 50; n++) {
        yield* save()
        ivs.add(sealedOf(yield* theRow).iv.join())
      }
      assert.strictEqual(ivs.size, 50)
      const [key] = yield* rowsOf<CryptoKey>("keys")
      assert.isFalse(key?.extractable)
      const exportResult = yield* Effect.exit(
        Effect.tryPromise(() => crypto.subtle.exportKey("raw", key ?? assert.fail("no key is stored")))
      )
      assert.strictEqual(exportResult._tag, "Failure")
    })
  )

  test(
    "gets one key, however many callers ask for it first",
    Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 20 }, () => save()),
        { concurrency: "unbounded" }
      )
      assert.strictEqual((yield* rowsOf("keys")).length, 1)
      assert.isDefined(yield* (yield* Vault).find("salesdata", "default"))
    })
  )

  test(
    "is removed with its answers at every address; another account's stay, and the key is removed with the last one",
    Effect.gen(function* () {
      const vault = yield* Vault
      yield* save()
      yield* save({ plugin: "other" })
      const scopes = [
        "salesdata/default",
        "salesdata/default@https://a.example/v1",
        "salesdata/default@https://b.example",
        "other/default@https://a.example/v1",
        "salesdata/defaults@https://a.example",
        "salesdata/default2"
      ]
      for (const scope of scopes) yield* put("answers", { mark: scope, entry: { scope } })
      yield* vault.remove("salesdata", "default")
      assert.isUndefined(yield* vault.find("salesdata", "default"))
      const remaining = yield* rowsOf<{ readonly mark: string }>("answers")
      assert.deepStrictEqual(remaining.map(({ mark }) => mark).sort(), scopes.slice(3).sort())
      assert.isDefined(yield* vault.find("other", "default"))
      yield* vault.remove("other", "default")
      assert.deepStrictEqual(yield* rowsOf("keys"), [])
      yield* vault.remove("other", "default")
      // The key stays for the token of a paired hub.
      yield* save()
      yield* put("preferences", {}, "hub")
      yield* vault.remove("salesdata", "default")
      assert.lengthOf(yield* rowsOf("keys"), 1)
    })
  )
})

describe("several accounts of a plugin", () => {
  const two = Effect.gen(function* () {
    yield* save()
    yield* save({
      name: "team-b",
      settings: { base_url: "https://b.example" },
      secrets: { api_key: Redacted.make("b") }
    })
    return yield* Vault
  })

  test(
    "are found by name, each with its own key; without a name, none of several is chosen",
    Effect.gen(function* () {
      const vault = yield* two
      const accounts = yield* Accounts
      assert.deepStrictEqual(
        (yield* vault.list).map(({ name }) => name),
        ["default", "team-b"]
      )
      const second = yield* accounts.find(SALES, "team-b")
      assert.strictEqual(Redacted.value(second.secrets["api_key"] ?? Redacted.make("")), "b")
      // An unchanged account stays the same object, because its client lives as long as that object.
      assert.strictEqual(yield* accounts.find(SALES, "team-b"), second)
      const error = yield* Effect.flip(accounts.find(SALES))
      assert.strictEqual(error._tag === "ProviderError" && error.reason._tag, "NotFound")
      // That name is another plugin's.
      yield* save({ plugin: "other", name: "third" })
      const elsewhere = yield* Effect.flip(accounts.find(SALES, "third"))
      assert.strictEqual(elsewhere._tag === "ProviderError" && elsewhere.reason._tag, "NotFound")
    })
  )

  test(
    "are chosen from, and the choice is remembered until its account is gone",
    Effect.gen(function* () {
      const vault = yield* two
      assert.strictEqual(yield* vault.chosen("salesdata"), "default")
      yield* vault.choose("salesdata", "team-b")
      assert.strictEqual(yield* vault.chosen("salesdata"), "team-b")
      assert.isUndefined(yield* vault.chosen("other"))
      yield* vault.choose("salesdata", "never-saved")
      assert.strictEqual(yield* vault.chosen("salesdata"), "default")
      yield* vault.choose("salesdata", "team-b")
      yield* vault.remove("salesdata", "team-b")
      assert.strictEqual(yield* vault.chosen("salesdata"), "default")
      assert.deepStrictEqual(yield* rowsOf("preferences"), [])
    })
  )

  test(
    "a damaged one does not block others, and removing one keeps the other's answers, key and choice",
    Effect.gen(function* () {
      const vault = yield* two
      yield* put("accounts", { id: "salesdata/default", settings: 7 })
      assert.isDefined(yield* vault.find("salesdata", "team-b"))
      assert.isUndefined((yield* vault.list)[0]?.readable)
      for (const scope of ["salesdata/default@https://a.example", "salesdata/team-b@https://b.example"]) {
        yield* put("answers", { mark: scope, entry: { scope } })
      }
      yield* vault.choose("salesdata", "team-b")
      yield* vault.remove("salesdata", "default")
      assert.deepStrictEqual(
        (yield* rowsOf<{ readonly mark: string }>("answers")).map(({ mark }) => mark),
        ["salesdata/team-b@https://b.example"]
      )
      assert.deepStrictEqual(yield* rowsOf("preferences"), ["team-b"])
      assert.isDefined(yield* vault.find("salesdata", "team-b"))
    })
  )

  test(
    "are read once for a whole request; a change is seen at once",
    Effect.gen(function* () {
      const vault = yield* two
      yield* oneReading(
        Effect.gen(function* () {
          const first = yield* vault.find("salesdata", "default")
          yield* put("accounts", { id: "salesdata/default", settings: 7 })
          assert.strictEqual(yield* vault.find("salesdata", "default"), first)
          yield* vault.save(account({ settings: { base_url: "https://c.example" } }))
          assert.strictEqual((yield* vault.find("salesdata", "default"))?.settings["base_url"], "https://c.example")
        })
      )
    })
  )
})
