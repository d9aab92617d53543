import { assert, describe } from "@effect/vitest"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import {
  SECRET,
  SALES,
  test,
  type Row,
  rowsOf,
  put,
  save,
  problem,
  problemKind,
  theRow,
  sealedOf,
  flip
} from "../tests/vault-world.ts"
import { Vault } from "./accounts.ts"
import * as Keys from "./keys.ts"

describe("a damaged vault says that the account needs connecting again", () => {
  test(
    "each byte of the ciphertext, its tag and its IV",
    Effect.gen(function* () {
      yield* save()
      const row = yield* theRow
      const ciphertext = sealedOf(row)
      for (const part of ["iv", "data"] as const) {
        for (let at = 0; at < ciphertext[part].byteLength; at++) {
          yield* put("accounts", {
            ...row,
            secrets: { api_key: { ...ciphertext, [part]: flip(ciphertext[part], at) } }
          })
          assert.strictEqual(yield* problemKind, "secretUnreadable", `${part} ${at}`)
        }
      }
      for (const data of [new Uint8Array(), ciphertext.data.slice(0, 15), ciphertext.data.slice(1)]) {
        yield* put("accounts", { ...row, secrets: { api_key: { ...ciphertext, data } } })
        assert.strictEqual(yield* problemKind, "secretUnreadable")
      }
    })
  )

  test(
    "a secret moved to another field or another account",
    Effect.gen(function* () {
      const vault = yield* Vault
      yield* save({ secrets: { api_key: Redacted.make("one"), token: Redacted.make("two") } })
      yield* save({ plugin: "other", secrets: { api_key: Redacted.make("three") } })
      const rows = yield* rowsOf<Row>("accounts")
      const [other, sales] = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
      if (other === undefined || sales === undefined) return assert.fail()
      const { api_key, token } = sales.secrets
      yield* put("accounts", { ...sales, secrets: { api_key: token, token: api_key } })
      assert.strictEqual(yield* problemKind, "secretUnreadable")
      yield* put("accounts", { ...sales, secrets: other.secrets })
      assert.strictEqual(yield* problemKind, "secretUnreadable")
      assert.isDefined(yield* vault.find("other", "default"))
      yield* put("accounts", sales)
      assert.isDefined(yield* vault.find("salesdata", "default"))
    })
  )

  test(
    "a lost key, a key of another kind, and a newly created key",
    Effect.gen(function* () {
      const weak = yield* Effect.promise(() =>
        crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt", "decrypt"])
      )
      yield* save()
      for (const key of [undefined, "key", { type: "secret" }, weak]) {
        yield* put("keys", key, "vault")
        assert.strictEqual(yield* problemKind, "keyLost")
      }
      yield* Keys.findOrMake
      assert.strictEqual(yield* problemKind, "secretUnreadable")
      yield* save()
      assert.isDefined(yield* (yield* Vault).find("salesdata", "default"))
    })
  )

  test(
    "a record of another shape",
    Effect.gen(function* () {
      yield* save()
      const row = yield* theRow
      const shapes = [
        { id: row.id },
        { ...row, name: "other" },
        { ...row, settings: null },
        { ...row, settings: { base_url: 1 } },
        { ...row, secrets: { api_key: SECRET } },
        { ...row, secrets: { api_key: { iv: [1], data: [2] } } }
      ]
      for (const shape of shapes) {
        yield* put("accounts", shape)
        assert.strictEqual(yield* problemKind, "recordUnreadable")
        const accounts = yield* Accounts
        const { reason } = yield* Effect.flip(Effect.catchTag(accounts.find(SALES), "StorageError", Effect.die))
        assert.deepStrictEqual([reason._tag, reason.what], ["Unauthorized", "accountClosed"])
        assert.deepStrictEqual(yield* accounts.secrets, [])
      }
    })
  )

  test(
    "in words that contain no secret",
    Effect.gen(function* () {
      yield* save()
      const row = yield* theRow
      yield* put("accounts", { ...row, secrets: { api_key: { ...sealedOf(row), data: new Uint8Array(4) } } })
      const error = yield* problem
      assert.strictEqual(error.message, "secretUnreadable")
      assert.notInclude(`${error.message}${JSON.stringify(error)}`, SECRET)
    })
  )
})
