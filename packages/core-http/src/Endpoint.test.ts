import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { BaseAddress } from "./BaseAddress.ts"
import { comparable, resolve, type PathStyle } from "./Endpoint.ts"

const base: BaseAddress = { origin: "https://api.provider.example", path: "/v1" }
const bare: BaseAddress = { origin: "https://api.provider.example", path: "" }

/** Refused under every base address and in both path styles. */
const hostile: ReadonlyArray<readonly [kind: string, endpoint: string]> = [
  ["empty", ""],
  ["absolute", "https://evil.example/x"],
  ["absolute", "HTTPS://EVIL.example/x"],
  ["absolute on the own host", "https://api.provider.example/v1/x"],
  ["absolute with user info", "https://api.provider.example@evil.example/"],
  ["absolute, other scheme", "ftp://evil.example/x"],
  ["absolute, file", "file:///etc/passwd"],
  ["one slash short of absolute", "https:/evil.example"],
  ["no slash of absolute", "https:evil.example"],
  ["scheme", "javascript:alert(1)"],
  ["scheme", "data:text/html,x"],
  ["scheme", "mailto:a@evil.example"],
  ["another host", "//evil.example"],
  ["another host", "//evil.example/v1/x"],
  ["another host", "///evil.example"],
  ["another host with user info", "//api.provider.example@evil.example/"],
  ["another host, backslash", "/\\evil.example"],
  ["another host, backslashes", "\\\\evil.example"],
  ["another host, backslash first", "\\/evil.example"],
  ["another host, tab between", "/\t/evil.example"],
  ["another host, line break between", "/\n/evil.example"],
  ["another host, carriage return between", "/\r/evil.example"],
  ["another host, encoded slash", "/%2Fevil.example"],
  ["another host, encoded slash twice", "/%252fevil.example"],
  ["another host, encoded backslash", "/%5Cevil.example"],
  ["another host, encoded backslash twice", "/%255cevil.example"],
  ["another host, full-width slash", "/／evil.example"],
  ["another host, full-width backslash", "/＼evil.example"],
  ["dot segment", "/.."],
  ["dot segment", "/../admin"],
  ["dot segment", "/../../etc/passwd"],
  ["dot segment", "/./x"],
  ["dot segment", "/x/."],
  ["dot segment at the end", "/x/.."],
  ["dot segment inside", "/x/../../admin"],
  ["dot segment, encoded", "/%2e%2e/admin"],
  ["dot segment, encoded in capitals", "/%2E%2E/admin"],
  ["dot segment, half encoded", "/.%2e/admin"],
  ["dot segment, other half encoded", "/%2e./admin"],
  ["dot segment with encoded slash", "/..%2fadmin"],
  ["dot segment with encoded slash before", "/x%2f..%2f..%2fadmin"],
  ["dot segment, all encoded", "/%2e%2e%2fadmin"],
  ["dot segment, encoded twice", "/%252e%252e/admin"],
  ["dot segment, encoded thrice", "/%25252e%25252e/admin"],
  ["dot segment, slash encoded twice", "/..%252fadmin"],
  ["dot segment, encoded twice beside an encoded percent sign", "/%252e%252e/%25"],
  ["dot segment behind an encoded question mark", "/x%3f/../../admin"],
  ["dot segment behind an encoded question mark, encoded", "/x%3F%2f%2e%2e%2fadmin"],
  ["dot segment behind an encoded hash", "/x%23/../../admin"],
  ["dot segment with backslash", "/..\\admin"],
  ["dot segment with encoded backslash", "/..%5cadmin"],
  ["dot segment with a parameter", "/..;/admin"],
  ["dot segment with a parameter", "/..;v=1/admin"],
  ["dot segment with an encoded parameter", "/..%3b/admin"],
  ["single dot with a parameter", "/.;/admin"],
  ["dot segment with a trailing blank", "/..%20/admin"],
  ["dot segment with a trailing tab", "/..%09/admin"],
  ["dot segment, full-width dots", "/．．/admin"],
  ["dot segment, two-dot leader", "/‥/admin"],
  ["dot segment, one-dot leaders, encoded", "/%E2%80%A4%E2%80%A4/admin"],
  ["dot segment, full-width slash", "/..／admin"],
  ["encoded too often to tell", "/%2525252525252e%2525252525252e/admin"],
  ["empty segment", "/x//y"],
  ["empty segment at the end", "/x//"],
  ["null", "/x%00"],
  ["null in a name", "/x%00.json"],
  ["null, raw", "/x\u0000"],
  ["null, encoded twice", "/x%2500"],
  ["CR/LF", "/x\r\nhost: evil.example"],
  ["CR/LF, encoded", "/x%0d%0ahost:%20evil.example"],
  ["LF, encoded twice", "/x%250a"],
  ["tab", "/x\ty"],
  ["tab, encoded", "/x%09y"],
  ["delete", "/x\u007f"],
  ["C1 control", "/x\u0085y"],
  ["C1 control, encoded", "/x%C2%85y"],
  ["CR/LF in the query", "/x?a=1\r\nhost: evil.example"],
  ["space", "/x y"],
  ["leading space", " /x"],
  ["trailing space", "/x "],
  ["space in the query", "/x?a=b c"],
  ["no-break space", "/x\u00a0y"],
  ["fragment", "/x#y"],
  ["fragment behind a query", "/x?a=b#c"],
  ["fragment with a slash", "/#/admin"],
  ["backslash in the query", "/x?a=\\"],
  ["zero-width space", "/x\u200by"],
  ["zero-width joiner", "/x\u200dy"],
  ["byte order mark", "\ufeff/x"],
  ["word joiner", "/x\u2060y"],
  ["soft hyphen", "/x\u00ady"],
  ["right-to-left override", "/x\u202ey"],
  ["line separator", "/x\u2028y"],
  ["tag character", "/x\u{E0041}y"],
  ["replacement character", "/x\ufffd"],
  ["half a surrogate pair", "/x\ud83d"],
  ["the other half", "/x\ude00y"],
  ["halves in the wrong order", "/x\ude00\ud83d"],
  ["malformed encoding", "/x%"],
  ["malformed encoding", "/x%2"],
  ["malformed encoding", "/x%zz"],
  ["overlong UTF-8 of a dot", "/%c0%ae%c0%ae/admin"],
  ["invalid UTF-8", "/x%ff"],
  ["UTF-8 of half a surrogate pair", "/%ed%a0%80"],
  ["overlong", `/${"a".repeat(9000)}`]
]

/** Kept inside: path style, endpoint, and the path and query that they become below the base path. */
const legit: ReadonlyArray<readonly [PathStyle, string, string]> = [
  ["leading-slash", "/", "/"],
  ["leading-slash", "/enrich/person", "/enrich/person"],
  ["leading-slash", "/enrich/person/", "/enrich/person/"],
  ["leading-slash", "/search?q=a%20b&page=2", "/search?q=a%20b&page=2"],
  ["leading-slash", "/search?q=../..&to=https://evil.example/", "/search?q=../..&to=https://evil.example/"],
  ["leading-slash", "/search?", "/search"],
  ["leading-slash", "/?q=1", "/?q=1"],
  ["leading-slash", "/search?q=50%", "/search?q=50%"],
  ["leading-slash", "/repos/o/r/contents/a%2Fb.txt", "/repos/o/r/contents/a%2Fb.txt"],
  ["leading-slash", "/sites/https%3A%2F%2Fwww.example.com%2F/query", "/sites/https%3A%2F%2Fwww.example.com%2F/query"],
  ["leading-slash", "/labels/100%25", "/labels/100%25"],
  ["leading-slash", "/labels/a%252Fb", "/labels/a%252Fb"],
  ["leading-slash", "/labels/help%20wanted", "/labels/help%20wanted"],
  ["leading-slash", "/labels/%F0%9F%90%9B", "/labels/%F0%9F%90%9B"],
  ["leading-slash", "/labels/🐛", "/labels/%F0%9F%90%9B"],
  ["leading-slash", "/users/josé", "/users/jos%C3%A9"],
  ["leading-slash", "/compare/v1.0...v1.1", "/compare/v1.0...v1.1"],
  ["leading-slash", "/.well-known/openid", "/.well-known/openid"],
  ["leading-slash", "/a..b/.c/d./...", "/a..b/.c/d./..."],
  ["leading-slash", "/x;v=1/y", "/x;v=1/y"],
  ["leading-slash", "/@scope/name", "/@scope/name"],
  ["leading-slash", "/user@host", "/user@host"],
  ["leading-slash", "/time/12:30", "/time/12:30"],
  ["leading-slash", "/https:/evil", "/https:/evil"],
  ["leading-slash", "/x(1)!*',~$&+=", "/x(1)!*',~$&+="],
  ["leading-slash", `/${"a".repeat(8000)}`, `/${"a".repeat(8000)}`],
  ["no-leading-slash", "v1beta/properties/123:runReport", "/v1beta/properties/123:runReport"],
  ["no-leading-slash", "v1beta/accountSummaries?pageSize=50", "/v1beta/accountSummaries?pageSize=50"],
  ["no-leading-slash", "v1beta/properties/123/keyEvents/4", "/v1beta/properties/123/keyEvents/4"],
  ["no-leading-slash", "?pageSize=1", "/?pageSize=1"],
  ["no-leading-slash", "@evil.example", "/@evil.example"],
  ["no-leading-slash", ":8080", "/:8080"],
  ["no-leading-slash", ".evil.example", "/.evil.example"]
]

const shown = (endpoint: string) => JSON.stringify(endpoint.length > 60 ? `${endpoint.slice(0, 60)}…` : endpoint)

describe("a hostile endpoint", () => {
  it.each(hostile.map(([kind, endpoint]) => [kind, shown(endpoint), endpoint] as const))(
    "is refused: %s: %s",
    (_kind, _shown, endpoint) => {
      for (const style of ["leading-slash", "no-leading-slash"] as const) {
        for (const under of [base, bare]) {
          // The other style's form of the same trick: with or without the first slash.
          for (const written of [
            endpoint,
            style === "leading-slash" ? endpoint : endpoint.replace(/^\/(?=[^/\\])/, "")
          ]) {
            const result = resolve(under, written, style)
            if (Result.isSuccess(result)) assert.fail(`became ${result.success.href}`)
          }
        }
      }
    }
  )

  it("is refused by our own guard, and told that nothing was sent", () => {
    const result = resolve(base, "//evil.example?token=hunter22", "leading-slash")
    if (Result.isSuccess(result)) return assert.fail("accepted")
    assert.strictEqual(result.failure._tag, "Refused")
    assert.strictEqual(result.failure.guard, "endpoint")
    assert.include(result.failure.fix, "Nothing was sent.")
    assert.notInclude(JSON.stringify(result.failure), "hunter22")
  })

  it.each([
    ["leading-slash", "enrich/person", "does not start with a slash"],
    ["no-leading-slash", "/v1beta/x", "starts with a slash"]
  ] as const)("in the other path style is refused: %s: %s", (style, endpoint, why) => {
    const result = resolve(base, endpoint, style)
    assert.include(Result.isFailure(result) ? result.failure.what : "", why)
  })
})

describe("an honest endpoint", () => {
  it.each(legit.map(([style, endpoint, expected]) => [style, shown(endpoint), endpoint, expected] as const))(
    "%s: %s",
    (style, _shown, endpoint, expected) => {
      for (const under of [base, bare]) {
        const result = resolve(under, endpoint, style)
        if (Result.isFailure(result)) return assert.fail(result.failure.what)
        assert.strictEqual(result.success.origin, under.origin)
        assert.strictEqual(result.success.pathname + result.success.search, under.path + expected)
      }
    }
  )
})

describe("whatever is accepted", () => {
  /** Text that is rich in what a parser trips over. */
  const Piece = Schema.Union([
    Schema.Literals([
      "/",
      "//",
      ".",
      "..",
      "%2e",
      "%2E%2e",
      "%252e",
      "%2f",
      "%5c",
      "\\",
      "?",
      "#",
      "@",
      ":",
      ";",
      "%",
      "%25",
      "%00",
      "https:",
      "evil.example",
      "v1",
      "v1beta",
      "\t",
      "\r\n",
      " ",
      "\u200b",
      "．",
      "／",
      "‥",
      "%3f",
      "%23",
      "x",
      "&a=b"
    ]),
    Schema.String.check(Schema.isMaxLength(3))
  ])
  const Endpoint = Schema.Array(Piece).check(Schema.isMaxLength(12))
  const Style = Schema.Literals(["leading-slash", "no-leading-slash"])

  it.prop(
    "has the base's origin and a path under the base, also for a server that decodes again",
    [Endpoint, Style, Schema.Boolean],
    ([pieces, style, slash]) => {
      const endpoint = (slash ? "/" : "") + pieces.join("")
      for (const under of [base, bare]) {
        const result = resolve(under, endpoint, style)
        if (Result.isFailure(result)) continue
        const url = result.success
        if (url.origin !== under.origin || !url.pathname.startsWith(`${under.path}/`)) return false
        if (url.hash !== "" || url.username !== "" || url.password !== "") return false
        let again = url.pathname
        for (let round = 0; round < 4; round++) {
          again = again.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
          if (again.includes("\0") || again.includes("\\") || /[\r\n]/.test(again)) return false
          if (again.split("/").some((segment) => segment === "." || segment === "..")) return false
          if (!new URL(under.origin + again.replaceAll(/[?#]/g, "_")).pathname.startsWith(`${under.path}/`))
            return false
        }
      }
      return true
    },
    { arbitrary: { runs: 2000 } }
  )
})

describe("comparable", () => {
  it.each([
    ["/enrich/person", "/enrich/person"],
    ["/enrich/%70erson", "/enrich/person"],
    ["/enrich/%2570erson", "/enrich/person"],
    ["/enrich%2Fperson", "/enrich/person"],
    ["/enrich/person/", "/enrich/person"],
    ["/enrich/person;v=1", "/enrich/person"],
    ["/enrich;x/person;v=1/", "/enrich/person"],
    ["/", "/"],
    ["", ""],
    ["/caf%C3%A9", "/café"],
    ["/properties/1:runReport", "/properties/1:runReport"]
  ])("%s is known as %s", (path, expected) => {
    assert.strictEqual(comparable(path), expected)
  })
})
