// Secrets (500 in `pnpm test:full`), each in every form in which a provider, a proxy or a library may echo it. All must
// be redacted.
import { describe, expect, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"

import { canaries, find } from "../testing/canaries.ts"
import { make } from "./Redaction.ts"

const secrets = canaries(Number(process.env["INLAY_CANARIES"] ?? 100))

const utf8 = (text: string) => Buffer.from(text)
const latin1 = (text: string) => Buffer.from(text, "latin1")
const each = (bytes: Buffer, write: (byte: number) => string) => [...bytes].map(write).join("")
const hex = (byte: number) => byte.toString(16).padStart(2, "0")
const lower = (escapes: string) => escapes.replace(/%../g, (escape) => escape.toLowerCase())
const units = (text: string) => text.split("").map((unit) => unit.charCodeAt(0))
const lines = (text: string, columns: number, indent = "") =>
  text.replace(new RegExp(`.{1,${columns}}`, "g"), `$&\r\n${indent}`)
const html = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "&#39;")
const rfc3986 = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${hex(sign.charCodeAt(0)).toUpperCase()}`)

const encodings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  "in upper case": (secret) => secret.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  "in lower case": (secret) => secret.toLowerCase(),
  "blanks as one": (secret) => secret.replace(/\s+/g, " "),
  "URL, encodeURIComponent": encodeURIComponent,
  "URL, lower-case digits": (secret) => lower(encodeURIComponent(secret)),
  "URL, RFC 3986": rfc3986,
  "URL, slashes left": (secret) => rfc3986(secret).replaceAll("%2F", "/"),
  "URL, encodeURI": encodeURI,
  "URL, form": (secret) => new URLSearchParams({ q: secret }).toString().slice(2),
  "URL, every byte": (secret) => each(utf8(secret), (byte) => `%${hex(byte)}`),
  "URL, Latin-1": (secret) => each(latin1(secret), (byte) => `%${hex(byte)}`),
  "URL, twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "URL, twice, lower-case digits": (secret) => lower(encodeURIComponent(lower(rfc3986(secret)))),
  JSON: (secret) => JSON.stringify(secret),
  "JSON, ASCII only": (secret) =>
    units(JSON.stringify(secret))
      .map((unit) => (unit < 128 ? String.fromCharCode(unit) : `\\u00${hex(unit)}`))
      .join(""),
  "JSON, slashes escaped": (secret) => JSON.stringify(secret).replaceAll("/", "\\/"),
  "JSON, HTML-safe": (secret) =>
    JSON.stringify(secret).replace(/[<>&']/g, (sign) => `\\u00${hex(sign.charCodeAt(0)).toUpperCase()}`),
  "JSON, every character": (secret) =>
    `"${units(secret)
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join("")}"`,
  "JSON in JSON": (secret) => JSON.stringify(JSON.stringify({ key: secret })),
  "JSON of a URL": (secret) => JSON.stringify(`https://x.example/?key=${encodeURIComponent(secret)}`),
  HTML: html,
  "HTML, decimal": (secret) =>
    units(secret)
      .map((unit) => `&#${unit};`)
      .join(""),
  "HTML, hexadecimal": (secret) =>
    units(secret)
      .map((unit) => `&#x${unit.toString(16)};`)
      .join(""),
  "HTML in JSON": (secret) => JSON.stringify(html(secret)),
  base64: (secret) => utf8(secret).toString("base64"),
  "base64, after one byte": (secret) => utf8(`a${secret}b`).toString("base64"),
  "base64, after two bytes": (secret) => utf8(`ab${secret}c`).toString("base64"),
  "base64, a basic credential": (secret) => `Basic ${utf8(`account:${secret}`).toString("base64")}`,
  "base64, Latin-1": (secret) => latin1(`key ${secret}.`).toString("base64"),
  "base64url, in a token": (secret) => `eyJh.${utf8(`{key:${secret},n:1}`).toString("base64url")}.c2ln`,
  "base64, URL-encoded": (secret) => encodeURIComponent(utf8(`k:${secret}`).toString("base64")),
  "base64, slashes escaped": (secret) => utf8(`k=${secret}`).toString("base64").replaceAll("/", "\\/"),
  "base64, in lines of 76": (secret) =>
    lines(utf8(`Authorization: ${"x".repeat(40)} ${secret}`).toString("base64"), 76),
  "base64, in lines of 60 in JSON": (secret) => JSON.stringify(lines(utf8(`key: ${secret}`).toString("base64"), 60)),
  "bytes read as Latin-1": (secret) => utf8(secret).toString("latin1"),
  "Latin-1 read as UTF-8": (secret) => latin1(secret).toString("utf8"),
  "on several lines": (secret) => (/\s/.test(secret) ? secret.replace(/\s+/g, "\n  ") : lines(secret, 12, "  "))
}

/**
 * The finder cannot find the secret here, because some of its letters are lost. The rest of it must be redacted as
 * well.
 */
const lossy = new Set(["Latin-1 read as UTF-8"])

describe(`${secrets.length} canaries`, () => {
  it.each(Object.entries(encodings))("%s", (title, encode) => {
    for (const secret of secrets) {
      const redactor = make([Redacted.make(secret)])
      const text = `before ${encode(secret)} after`
      if (!lossy.has(title) || /^[\0-\x7F]*$/.test(secret)) expect(find(text, secret), text).not.toEqual([])
      const out = redactor.text(text)
      expect(redactor.isClean(text), text).toBe(false)
      expect(find(out, secret), `${secret}\n${text}\n${out}`).toEqual([])
      expect([out.slice(0, 7), out.slice(-6)]).toEqual(["before ", " after"])
    }
  })

  it("in one redactor are all removed from a text with all of them, and nothing else is", () => {
    const redactor = make(secrets.map((secret) => Redacted.make(secret)))
    const out = redactor.text(secrets.map((secret, n) => `[${n}: ${secret}]`).join("\n"))
    for (const secret of secrets) expect(out).not.toContain(secret)
    expect(out.split("\n")).toEqual(
      secrets.map((_, n) => expect.stringMatching(new RegExp(`^\\[${n}: .*<redacted>.*\\]$`)))
    )
  })

  it("as a number, a key or deep inside a value", () => {
    const digits = secrets.filter((secret) => /^[1-9]\d{8,14}$/.test(secret))
    expect(digits.length).toBeGreaterThanOrEqual(secrets.length / 25)
    for (const secret of digits) {
      const value = { [secret]: [{ n: Number(secret), other: 7 }] }
      expect(find(JSON.stringify(value), secret)).toContain("plain")
      expect(make([Redacted.make(secret)]).json(value)).toEqual({ "<redacted>": [{ n: "<redacted>", other: 7 }] })
    }
  })

  it("around the seams of a long text, which is searched in windows", () => {
    const secret = "sk_live_CqpCu02ytOHhp3ro8YOKEyau"
    const redactor = make([Redacted.make(secret)])
    for (const encode of [encodings["plain"], encodings["URL, every byte"], encodings["URL, twice"]]) {
      for (let at = 65_400; at < 65_560; at += 7) {
        const text = `${"&".repeat(at)}${encode?.(secret)}${"x".repeat(70_000)}`
        const out = redactor.text(text)
        expect(out).toBe(`${"&".repeat(at)}<redacted>${"x".repeat(70_000)}`)
      }
    }
  })
})
