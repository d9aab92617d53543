import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { cpuMillis, STEP_MILLIS } from "../testing/processor-time.ts"
import { headers, isSecretName, make } from "./Redaction.ts"

const redactorOf = (...secrets: ReadonlyArray<string>) => make(secrets.map((secret) => Redacted.make(secret)))
const base64 = (text: string) => Buffer.from(text).toString("base64")
const base64url = (text: string) => Buffer.from(text).toString("base64url")

/** What a text may be read as: unchanged, URL-decoded, and with every run of base64 decoded at each alignment. */
const readings = (text: string): ReadonlyArray<string> => {
  const runs = [text, text.replaceAll(/%2b/gi, "+").replaceAll(/%2f/gi, "/")].flatMap((each) => [
    ...(each.match(/[\w+/-]+/g) ?? [])
  ])
  const decodedTexts = runs.flatMap((run) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), "base64").toString())
  )
  return [text, text.replaceAll("+", " ").replace(/%[0-7][0-9a-f]/gi, decodeURIComponent), ...decodedTexts]
}

/** A secret with characters that encodings treat differently. */
const HARD = 'k3y/with+"quotes"\\ & späce=?~'

describe("a secret in a text", () => {
  const forms: ReadonlyArray<readonly [string, (secret: string) => string]> = [
    ["plain", (secret) => secret],
    ["URL-encoded", encodeURIComponent],
    ["URL-encoded with lower-case digits", (s) => encodeURIComponent(s).replace(/%../g, (each) => each.toLowerCase())],
    ["form-encoded", (secret) => new URLSearchParams({ q: secret }).toString().slice(2).replaceAll("%7E", "~")],
    ["encoded as a whole URL", encodeURI],
    ["JSON-escaped", (secret) => JSON.stringify(secret)],
    ["base64, alone", base64],
    ["base64, after one byte", (secret) => base64(`a${secret}tail`)],
    ["base64, after two bytes", (secret) => base64(`ab${secret}tail`)],
    ["base64, after three bytes", (secret) => base64(`abc${secret}`)],
    ["base64url, after one byte", (secret) => base64url(`x${secret}yz`)],
    ["base64url, after two bytes", (secret) => base64url(`xy${secret}z`)],
    ["base64, URL-encoded", (secret) => encodeURIComponent(base64(`user:${secret}`))],
    ["a basic credential", (secret) => `Basic ${base64(`name:${secret}`)}`],
    ["inside longer base64url", (secret) => `eyJh.${base64url(JSON.stringify({ iss: "x", key: secret, n: 1 }))}.sig`]
  ]
  const secrets = [
    ["simple", "sk_live_4242424242424242"],
    ["hard", HARD],
    ["of seven letters", "s3cr3t7"],
    ["of a base64 alphabet", "ab+/cd+/ef+/gh+/=="]
  ] as const

  it.each(secrets.flatMap(([kind, secret]) => forms.map(([form, encode]) => [kind, form, secret, encode] as const)))(
    "%s, %s: is replaced",
    (kind, form, secret, encode) => {
      // JSON inside base64 escapes the quotes of the hard secret. Such nested forms are not guaranteed to be redacted.
      const encodedSecret =
        kind === "hard" && form.startsWith("inside") ? base64url(`{"key":"${secret}"}`) : encode(secret)
      const out = redactorOf(secret).text(`before ${encodedSecret} after`)
      assert.include(out, "<redacted>")
      assert.isTrue(out.startsWith("before ") && out.endsWith(" after"))
      for (const reading of readings(out)) assert.notInclude(reading, secret.slice(1, -1))
    }
  )

  const hiding: ReadonlyArray<readonly [string, string]> = [
    ["zero-width spaces", "\u200b"],
    ["joiners", "\u200d"],
    ["soft hyphens", "\u00ad"],
    ["NUL, as text in two bytes a character has it", "\u0000"],
    ["direction marks", "\u202e\u2066"],
    ["tag characters", "\u{e0041}"],
    ["variation selectors", "\ufe0f"],
    ["a byte order mark", "\ufeff"],
    ["control characters", "\u001b\u0085"],
    ["line separators", "\u2028"]
  ]
  it.each(hiding.flatMap(([name, between]) => secrets.map(([kind, secret]) => [name, kind, between, secret] as const)))(
    "with %s between its characters, %s: is replaced, and other hidden characters stay",
    (_name, _kind, between, secret) => {
      const { text, isClean, json } = redactorOf(secret)
      const hiddenSecret = [...secret].join(between)
      for (const [written, kept] of [
        [`a${between}b ${hiddenSecret} c${between}d`, [`a${between}b `, ` c${between}d`]],
        [`a ${encodeURIComponent(hiddenSecret)} b`, ["a ", " b"]]
      ] as const) {
        assert.isFalse(isClean(written))
        const out = text(written)
        assert.include(out, "<redacted>")
        assert.notInclude(out.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028]/gu, ""), secret)
        for (const part of kept) assert.include(out, part)
        assert.deepStrictEqual(json({ a: [written] }), { a: [out] })
      }
    }
  )

  it("is replaced everywhere", () => {
    assert.strictEqual(redactorOf("s3cret").text("s3cret s3cret,s3cret"), "<redacted> <redacted>,<redacted>")
  })

  it("does not leave the end of a longer secret that starts with a shorter one", () => {
    for (const order of [
      ["abcd1234", "abcd1234efgh5678"],
      ["abcd1234efgh5678", "abcd1234"]
    ]) {
      assert.strictEqual(redactorOf(...order).text("[abcd1234efgh5678] [abcd1234]"), "[<redacted>] [<redacted>]")
    }
  })

  it("that is part of the mark does not spoil the mark", () => {
    assert.strictEqual(redactorOf("redacted", "hunter22").text("redacted hunter22"), "<redacted> <redacted>")
  })

  it("of three characters is left alone, because it would match everywhere", () => {
    assert.strictEqual(redactorOf("abc").text("abc"), "abc")
  })

  it.each(["sk_live_4242id", "SK_LIVE_4242ID"])("is found as a Turkish program writes %s in another case", (secret) => {
    const { text, json, isClean } = redactorOf(secret)
    for (const written of [secret.toLocaleUpperCase("tr"), secret.toLocaleLowerCase("tr")]) {
      assert.strictEqual(text(`before ${written} after`), "before <redacted> after")
      assert.deepStrictEqual(json({ a: [written] }), { a: ["<redacted>"] })
      assert.isFalse(isClean(written))
    }
  })

  it("with half a surrogate pair does not crash", () => {
    assert.strictEqual(redactorOf("key\ud83dkey").text("a key\ud83dkey b"), "a <redacted> b")
  })

  it("is the only thing changed: other text stays as it is", () => {
    assert.strictEqual(redactorOf("s3cret").text("nothing here: $& .* \\"), "nothing here: $& .* \\")
    assert.strictEqual(make([]).text("anything"), "anything")
  })

  const Secret = Schema.String.check(Schema.isMinLength(8), Schema.isMaxLength(40))
  it.prop(
    "never survives, whatever it and its surroundings are",
    [Secret, Schema.String, Schema.String],
    ([secret, before, after]) => {
      const redactor = redactorOf(secret)
      const embed = (encodedText: string) => redactor.text(`${before}${encodedText}${after}`)
      const core = base64(secret).slice(0, Math.floor((Buffer.byteLength(secret) * 8) / 6))
      return (
        // A secret such as "<<<<<<<<" may form again together with the mark, or occur in the text around it.
        /[<>]/.test(secret) ||
        (!embed(secret).includes(secret) &&
          !embed(JSON.stringify(secret)).includes(JSON.stringify(secret).slice(1, -1)) &&
          !redactor.text(base64(secret)).includes(core))
      )
    }
  )
})

describe("json", () => {
  it("redacts strings and keys at any depth and keeps everything else", () => {
    const value = { a: "s3cret", list: [{ "k s3cret": 1 }, null, true], n: 1.5 }
    assert.deepStrictEqual<unknown>(redactorOf("s3cret").json(value), {
      a: "<redacted>",
      list: [{ "k <redacted>": 1 }, null, true],
      n: 1.5
    })
  })
})

describe("json", () => {
  it("is redacted if the secret is only the name of a field, at any depth", () => {
    const secret = "sk_live_4242424242424242"
    for (const value of [{ [secret]: 1 }, { list: [{ of: { [secret]: null } }] }]) {
      assert.notInclude(JSON.stringify(redactorOf(secret).json(value)), secret)
    }
  })
})

describe("json with many texts", () => {
  it("redacts the secret in each, however many there are", () => {
    const echoes = Array.from({ length: 500 }, (_, n) => `${n} ${base64(HARD)}`)
    assert.notInclude(JSON.stringify(redactorOf(HARD).json(echoes)), base64(HARD))
  })

  it("finds a secret wherever it stands in a text that is searched in pieces", () => {
    const encodedSecret = encodeURIComponent(HARD)
    for (let before = 8_192 - encodedSecret.length; before <= 8_192; before++) {
      const [text] = redactorOf(HARD).json([`${"x".repeat(before)}${encodedSecret}`])
      assert.strictEqual(text, `${"x".repeat(before)}<redacted>`)
    }
  })
})

describe("names", () => {
  it.each([
    "Authorization",
    "authorization",
    "Proxy-Authorization",
    "cookie",
    "Set-Cookie",
    "X-Api-Key",
    "apikey",
    "api_key",
    "APIKey",
    "x-auth-token",
    "X-Goog-Api-Key",
    "Ocp-Apim-Subscription-Key",
    "X-RapidAPI-Key",
    "x-hub-signature-256",
    "webhook-signature",
    "access_token",
    "accessToken",
    "refreshToken",
    "client_secret",
    "clientSecret",
    "private_key",
    "password",
    "passphrase",
    "session",
    "X-Session-Id",
    "jwt",
    "credentials"
  ])("%s holds a secret", (name) => {
    assert.isTrue(isSecretName(name))
  })

  it.each([
    "content-type",
    "retry-after",
    "x-ratelimit-remaining",
    "etag",
    "keyword",
    "monkey",
    "author",
    "x-request-id",
    "tokenizer",
    "date"
  ])("%s does not", (name) => {
    assert.isFalse(isSecretName(name))
  })

  it("replace a header's value", () => {
    assert.deepStrictEqual(headers({ Authorization: "Bearer x", "content-type": "application/json" }), {
      Authorization: "<redacted>",
      "content-type": "application/json"
    })
  })
})

describe("a long answer", () => {
  const { text, json } = make([Redacted.make("sk-live-1234567890")])

  it("with long lines of blanks takes no longer than one with short lines", () => {
    const millis = (blanks: number) => {
      const lines = `${" ".repeat(blanks)}\n`.repeat(1_040_000 / blanks)
      return cpuMillis(() => assert.strictEqual(text(`${lines}sk-live-1234567890`).slice(-10), "<redacted>"))
    }
    // This guards against an earlier cost of 3.5 s for each of the 16 long lines.
    assert.isBelow(millis(65_000), 10 * (millis(1_000) + STEP_MILLIS))
  })

  it("keeps what a value says of itself", () => {
    assert.deepStrictEqual(json({ at: new Date(0) }) as unknown, { at: "1970-01-01T00:00:00.000Z" })
  })
})
