import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { isLoopback, parse, toString } from "./BaseAddress.ts"

describe("a base address", () => {
  it.each([
    ["https://api.provider.example", "https://api.provider.example", ""],
    ["https://api.provider.example/", "https://api.provider.example", ""],
    ["https://api.provider.example/v1", "https://api.provider.example", "/v1"],
    ["https://api.provider.example/v1/", "https://api.provider.example", "/v1"],
    ["https://api.provider.example/v1///", "https://api.provider.example", "/v1"],
    ["  https://api.provider.example/v1\n", "https://api.provider.example", "/v1"],
    ["HTTPS://API.Provider.Example/V1", "https://api.provider.example", "/V1"],
    ["https://api.provider.example:443/v1", "https://api.provider.example", "/v1"],
    ["https://api.provider.example:8443", "https://api.provider.example:8443", ""],
    ["https://api.provider.example/a/./b/../c", "https://api.provider.example", "/a/c"],
    ["https://api.provider.example/a/%2e%2e/c", "https://api.provider.example", "/c"],
    ["https://münchen.example/api", "https://xn--mnchen-3ya.example", "/api"],
    ["https://192.0.2.7", "https://192.0.2.7", ""],
    ["https://[2001:db8::1]:8443/x", "https://[2001:db8::1]:8443", "/x"],
    ["http://localhost:4680/salesdata", "http://localhost:4680", "/salesdata"],
    ["http://LOCALHOST:4680", "http://localhost:4680", ""],
    ["http://127.0.0.1:4680", "http://127.0.0.1:4680", ""],
    ["http://127.1:4680", "http://127.0.0.1:4680", ""],
    ["http://2130706433", "http://127.0.0.1", ""],
    ["http://0x7f.1", "http://127.0.0.1", ""],
    ["http://127.8.9.10", "http://127.8.9.10", ""],
    ["http://[::1]:4680/x", "http://[::1]:4680", "/x"],
    ["http://[0:0:0:0:0:0:0:1]", "http://[::1]", ""]
  ])("%o is %s and %o", (text, origin, path) => {
    assert.deepStrictEqual(parse(text), Result.succeed({ origin, path }))
  })

  it.each([
    ["", "empty"],
    ["   ", "empty"],
    ["api.provider.example", "not a URL"],
    ["/v1", "not a URL"],
    ["//api.provider.example", "not a URL"],
    ["https://", "not a URL"],
    ["https:api.provider.example", "not a URL"],
    ["https:/api.provider.example", "not a URL"],
    ["https:///api.provider.example", "not a URL"],
    ["https:\\\\api.provider.example", "backslash"],
    ["https://api.provider.example\\@evil.example", "backslash"],
    ["https://api.prov\tider.example", "control"],
    ["https://api.provider.example/v 1", "space"],
    ["https://api.prov\u200bider.example", "invisible"],
    ["https://api.provider.example:99999", "not a URL"],
    ["https://exa mple.com", "space"],
    ["ftp://api.provider.example", "ftp, not https"],
    ["file:///etc/passwd", "file, not https"],
    ["javascript:alert(1)", "javascript, not https"],
    ["data:text/plain,x", "data, not https"],
    ["ws://localhost", "ws, not https"],
    ["https://user@api.provider.example", "user name or password"],
    ["https://user:pass@api.provider.example", "user name or password"],
    ["https://:pass@api.provider.example", "user name or password"],
    ["http://localhost@evil.example", "user name or password"],
    ["https://api.provider.example?x=1", "query or a fragment"],
    ["https://api.provider.example/v1#top", "query or a fragment"],
    ["http://api.provider.example", "plain http for api.provider.example"],
    ["http://localhost.evil.example", "plain http"],
    ["http://evil.localhost.example", "plain http"],
    ["http://127.0.0.1.evil.example", "plain http"],
    ["http://128.0.0.1", "plain http"],
    ["http://10.0.0.1", "plain http"],
    ["http://0.0.0.0:4680", "plain http"],
    ["http://[::2]", "plain http"],
    ["http://[::ffff:127.0.0.1]", "plain http"],
    ["http://[fe80::1]", "plain http"],
    ["http://localhost.", "plain http"]
  ])("%o is refused: %s", (text, why) => {
    const result = parse(text)
    if (Result.isSuccess(result)) return assert.fail(`accepted as ${toString(result.success)}`)
    assert.strictEqual(result.failure.guard, "baseAddress")
    assert.include(result.failure.what, why)
    assert.deepStrictEqual(result.failure.remedy, { to: "writeAddress" })
  })

  it("never repeats a password in its error", () => {
    const result = parse("https://user:hunter2@api.provider.example?key=hunter3")
    assert.notInclude(JSON.stringify(result), "hunter")
  })

  it("is serialised as it was parsed", () => {
    assert.strictEqual(toString({ origin: "https://a.example", path: "/v1" }), "https://a.example/v1")
  })
})

describe("loopback", () => {
  it.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["127.255.255.254", true],
    ["[::1]", true],
    ["127.0.0.1.example", false],
    ["1127.0.0.1", false],
    ["localhost.example", false],
    ["", false]
  ])("%o: %s", (hostname, expected) => {
    assert.strictEqual(isLoopback(hostname), expected)
  })
})
