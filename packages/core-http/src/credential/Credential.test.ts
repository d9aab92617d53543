import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"

import { bearer, inHeader, inScheme, none, problem } from "./Credential.ts"

const view = (credential: ReturnType<typeof bearer>) => ({
  header: credential.header,
  value: Redacted.value(credential.value),
  secrets: credential.secrets.map(Redacted.value)
})

describe("a credential", () => {
  it("is a bearer token, and its secret is the bare key", () => {
    assert.deepStrictEqual(view(bearer(Redacted.make("k1"))), {
      header: "authorization",
      value: "Bearer k1",
      secrets: ["k1"]
    })
  })

  it.each([
    ["authorization", "Token", "Token k1"],
    ["x-api-key", "ApiKey", "ApiKey k1"],
    ["authorization", "", "k1"]
  ])("in the header %o with the scheme %o is sent as %s", (header, scheme, value) => {
    assert.deepStrictEqual(view(inScheme(header, scheme, Redacted.make(" k1 "))), { header, value, secrets: ["k1"] })
    assert.isDefined(problem(inScheme(header, scheme, Redacted.make(" "))))
  })

  it("may be none, which is no problem", () => assert.isUndefined(problem(none)))

  it.each([
    ["authorization", "authorization", "Bearer k1"],
    ["Authorization", "authorization", "Bearer k1"],
    [" AUTHORIZATION ", "authorization", "Bearer k1"],
    ["X-Api-Key", "x-api-key", "k1"]
  ])("in the header %o is sent as %s: %s", (header, name, value) => {
    assert.deepStrictEqual(view(inHeader(header, Redacted.make("k1"))), { header: name, value, secrets: ["k1"] })
  })

  it("is trimmed", () => {
    assert.strictEqual(Redacted.value(bearer(Redacted.make(" k1\r\n")).value), "Bearer k1")
    assert.strictEqual(Redacted.value(inHeader("x-key", Redacted.make("\tk1 ")).value), "k1")
  })

  it("is not shown when printed", () => {
    const credential = bearer(Redacted.make("hunter22"))
    assert.notInclude(`${JSON.stringify(credential)}${inspect(credential, { depth: 9 })}`, "hunter22")
  })
})

describe("a problem with a credential", () => {
  it.each([
    ["authorization", "", "no key"],
    ["authorization", " \n", "no key"],
    ["x-api-key", "", "no key"],
    ["x-api-key", "a\r\nhost: evil.example", "not allowed in a header"],
    ["x-api-key", "a\u0000b", "not allowed in a header"],
    ["x-api-key", "schlüssel-ключ", "not allowed in a header"],
    ["", "k1", "key header"],
    ["x api key", "k1", "key header"],
    ["x-api-key:", "k1", "key header"],
    ["x-api\nkey", "k1", "key header"],
    ["Host", "k1", "key header"],
    ["Idempotency-Key", "k1", "key header"],
    ["x-forwarded-for", "k1", "key header"],
    ["x_http_method_override", "k1", "key header"],
    ["accept", "k1", "key header"],
    ["Cookie", "k1", "key header"],
    ["user-agent", "k1", "key header"],
    ["content-length", "k1", "key header"],
    ["transfer-encoding", "k1", "key header"],
    ["connection", "k1", "key header"],
    ["proxy-authorization", "k1", "key header"]
  ])("in %o with %o is reported: %s", (header, key, why) => {
    const problemText = problem(inHeader(header, Redacted.make(key)))
    assert.include(problemText, why)
    if (key.trim() !== "") assert.notInclude(problemText, key)
  })

  it.each([
    ["authorization", "abc.def-ghi_jkl~mno+pqr/stu="],
    ["X-Api-Key", "k 1"],
    ["api_key", "schlüssel"]
  ])("does not exist in %o with %o", (header, key) => {
    assert.isUndefined(problem(inHeader(header, Redacted.make(key))))
  })
})
