// Keys whose letters are separated by invisible characters, which software that cleans the text would remove. More than
// 40 forms.
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"

import { HIDING_CODES, hiddenForms, reveal } from "../testing/hidden-keys.ts"
import { make } from "./Redaction.ts"

const KEY = "sk_live_CqpCu02ytOHhp3ro8YOKEyau"
const forms = hiddenForms(KEY)
const { text: redact, json } = make([Redacted.make(KEY)])

describe("a key split by invisible characters", () => {
  it("has more than 40 forms", () => assert.isAbove(forms.length, 40))

  it.each(forms)("%s", (_, form) => {
    assert.notInclude(reveal(redact(`before ${form} after`)), KEY)
    assert.notInclude(reveal(JSON.stringify(json({ list: [{ note: form }], [form]: 1 }))), KEY)
  })

  it("of which fewer than four characters are visible, as a hostile service may name one, hides no other text", () => {
    for (const code of HIDING_CODES) {
      const hidden = String.fromCodePoint(code).repeat(4)
      for (const secret of [hidden, `${hidden}e`]) {
        assert.strictEqual(make([Redacted.make(secret)]).text("an error\nat the end"), "an error\nat the end")
      }
    }
  })

  it("text without a key passes unchanged, whatever it contains", () => {
    for (const code of HIDING_CODES) {
      const plain = `a${String.fromCodePoint(code)}b 👩‍👩‍👧 می‌خواهم`
      assert.strictEqual(redact(plain), plain)
    }
  })
})
