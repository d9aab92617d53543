import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { count, validHeaders, hostileHeaders, type Headers } from "../testing/hostile/index.ts"
import { changeAnswer, check, checkFixed } from "./RequestHeaders.ts"

/** Builds headers as JSON would, with `__proto__` as an ordinary name. */
const record = (entries: Headers) => Object.fromEntries(entries) as Record<string, string>

const quote = (entries: Headers) => JSON.stringify(entries).slice(0, 70)

/** The cases that a schema accepts, since it rejects values that are not strings. */
const textual = hostileHeaders
  .map((group) => ({
    ...group,
    cases: group.cases.filter((one) => one.every(([, value]) => typeof value === "string"))
  }))
  .filter(({ cases }) => cases.length > 0)

/**
 * Too long to be shown in an error, and it must not be truncated either: redaction would not recognise a part of a
 * secret.
 */
const LONG_NAME = `x-${"k".repeat(80)}`

const failure = (entries: Headers, credential = "authorization") => {
  const result = check(record(entries), credential)
  if (Result.isSuccess(result)) return assert.fail(`accepted as ${JSON.stringify(result.success)}`)
  return result.failure
}

describe(`${count(hostileHeaders)} hostile headers`, () => {
  for (const { kind, cases } of textual) {
    it.each(cases.map((entries) => [quote(entries), entries] as const))(`${kind}: %s is refused`, (_, entries) => {
      const reason = failure(entries)
      assert.strictEqual(reason.nothing, "sent")
      assert.isBelow(reason.what.length, 300)
    })
  }

  it("are at least 100", () => assert.isAtLeast(count(hostileHeaders), 100))
})

describe("a refusal", () => {
  it.each([new Headers({ "x-a": "1" }), new Map([["x-a", "1"]]), [["x-a", "1"]], "x-a: 1"])(
    "names headers whose entries would not be sent: %o",
    (headers) =>
      assert.deepInclude(Result.merge(check(headers as never, "authorization")), {
        fields: [{ field: "headers", message: "must be an object of texts" }]
      })
  )

  it("is not for headers that a program without types leaves out by a condition", () =>
    assert.deepStrictEqual(check(false as never, "authorization"), Result.succeed({})))

  it("names the field of what is malformed, without its value", () => {
    assert.deepStrictEqual(
      failure([
        ["x-a", "hunter22\r\n"],
        ["b c", "hunter22"],
        ["X-D", "1"],
        ["x-d", "2"]
      ]),
      {
        _tag: "Invalid",
        what: "headers.x-a must be visible ASCII characters, without spaces around them; headers.b c is not a valid header name; headers.x-d is given twice.",
        remedy: { to: "correctInput" },
        nothing: "sent",
        fields: [
          { field: "headers.x-a", message: "must be visible ASCII characters, without spaces around them" },
          { field: "headers.b c", message: "is not a valid header name" },
          { field: "headers.x-d", message: "is given twice" }
        ]
      }
    )
  })

  it.each([
    ["Host", /frames/],
    ["X-Forwarded-Host", /change the sender or target/],
    ["X-HTTP-Method-Override", /change the request/],
    ["Sec-Fetch-Site", /browsers/],
    ["Impersonate-User", /identify the caller/],
    ["Idempotency-Key", /same key/],
    ["Destination", /does not change how/],
    ["Cookie", /credentials/]
  ])("says why %s is reserved for the client", (name, why) => {
    const reason = failure([[name, "hunter22"]])
    assert.strictEqual(reason._tag === "Refused" && reason.guard, "header")
    assert.match(reason.what, why)
    assert.include(reason.what, `headers.${name} `)
    assert.notInclude(JSON.stringify(reason), "hunter22")
  })

  it("treats the account's own header as a credential, whatever its name", () => {
    for (const name of ["x-provider-id", "X-Provider-Id", "x_provider_id"]) {
      assert.match(failure([[name, "a"]], "X-Provider-Id").what, /credentials/)
    }
    assert.isTrue(Result.isSuccess(check({ "x-provider-mode": "a" }, "authorization")))
  })
})

describe("headers in an account's settings", () => {
  const fixedHeaders = {
    "x-tenant": "acme",
    "vendor-mode": "strict",
    "user-agent": "acme",
    "vendor-version": "1",
    accept: "a/b"
  }

  it("may identify the caller, but not frame, route, authenticate or be the idempotency key of every request", () => {
    assert.deepStrictEqual(Result.getOrThrow(checkFixed(fixedHeaders, "authorization")), fixedHeaders)
    for (const name of ["host", "x-forwarded-for", "authorization", "x-api-key", "idempotency-key", "x-provider"]) {
      assert.isTrue(Result.isFailure(checkFixed({ [name]: "a" }, "x-provider")), name)
    }
  })

  it("cannot be replaced by callers, except versions and media types", () => {
    for (const name of ["X-Tenant", "x_tenant", "vendor-mode", "Vendor_Mode", "user-agent"]) {
      assert.isTrue(Result.isFailure(check({ [name]: "other" }, "authorization", fixedHeaders)), name)
    }
    const callerHeaders = { "vendor-version": "2", accept: "c/d" }
    assert.deepStrictEqual(Result.getOrThrow(check(callerHeaders, "authorization", fixedHeaders)), callerHeaders)
  })
})

describe("a valid header", () => {
  it.each(validHeaders.map((entries) => [quote(entries), entries] as const))("%s is accepted", (_, entries) => {
    const result = check(record(entries), "authorization")
    assert.deepStrictEqual(
      Result.getOrThrow(result),
      record(entries.map(([name, value]) => [name.toLowerCase(), value]))
    )
  })
})

describe("whatever is accepted", () => {
  const texts = textual.flatMap(({ cases }) => cases.flat()).filter(([name]) => name.length < 100)
  const pieces = [
    ...new Set(texts.flatMap(([name, value]) => [...name.split(/(?<=[-_:])/), ...String(value).split(/\b/)]))
  ]
  const Text = Schema.Array(
    Schema.Union([
      Schema.Literals(pieces),
      Schema.Literals(["x-", "a", "-"]),
      Schema.String.check(Schema.isMaxLength(2))
    ])
  ).check(Schema.isMaxLength(4))

  it.prop(
    "has one line per name and nothing reserved for the client",
    [Text, Text],
    ([name, value]) => {
      const result = check(record([[name.join(""), value.join("")]]), "x-account")
      if (Result.isFailure(result)) return true
      const lines = Object.entries(result.success).map(([field, text]) => `${field}: ${text}`)
      const names = Object.keys(result.success).map((field) => field.replaceAll("_", "-"))
      const own =
        /^(host|te|via|cookie|authorization|content-length|transfer-encoding|connection|x-account)$|^(x-)?forward/
      return lines.every((line) => /^[\x20-\x7e]+$/.test(line)) && !names.some((field) => own.test(field))
    },
    { arbitrary: { runs: 3000 } }
  )
})

describe("the answer", () => {
  it.each([
    [undefined, false],
    [{}, false],
    [{ accept: "application/json" }, false],
    [{ accept: "application/json, */*" }, false],
    [{ "content-type": "application/json" }, false],
    [{ accept: "application/vnd.vendor+json" }, true],
    [{ accept: "application/json; profile=full" }, true],
    [{ "accept-language": "mi" }, true],
    [{ range: "bytes=0-9" }, true],
    [{ "if-none-match": "*" }, true],
    [{ "x-fields": "phones" }, true]
  ])("may change with the headers %j: %s", (headers, expected) => {
    assert.strictEqual(changeAnswer(headers), expected)
  })
})

it("a long name is omitted, not truncated", () => {
  assert.notInclude(JSON.stringify(failure([[LONG_NAME, "\n"]])), "kkkk")
  assert.include(JSON.stringify(failure([["x-short", "\n"]])), "headers.x-short")
})
