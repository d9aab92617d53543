import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { count, validEndpoints, hostileEndpoints, staysBelow, spellings } from "../testing/hostile/index.ts"
import type { BaseAddress } from "./BaseAddress.ts"
import { comparable, resolve } from "./Endpoint.ts"

const origin = "https://api.provider.example"
const bases: ReadonlyArray<BaseAddress> = ["", "/v1", "/tenant/v1"].map((path) => ({ origin, path }))
const styles = ["leading-slash", "no-leading-slash", "either"] as const

/** Returns where an accepted endpoint leads, in every style and under every base. */
const outcomeOf = (endpoint: string) =>
  bases.flatMap((base) =>
    styles.flatMap((style) =>
      spellings(endpoint, style).flatMap((text) => {
        const result = resolve(base, text, style)
        return Result.isSuccess(result) ? [{ base, url: result.success }] : []
      })
    )
  )

const stays = (base: BaseAddress, url: URL) =>
  url.origin === base.origin &&
  url.pathname.startsWith(`${base.path}/`) &&
  url.hash === "" &&
  url.username === "" &&
  url.password === "" &&
  staysBelow(base.path, url.pathname)

const quote = (endpoint: string) => JSON.stringify(endpoint.length > 60 ? `${endpoint.slice(0, 60)}…` : endpoint)

describe(`${count(hostileEndpoints)} hostile endpoints`, () => {
  for (const { kind, outcome, cases } of hostileEndpoints) {
    it.each(cases.map((endpoint) => [quote(endpoint), endpoint] as const))(`${kind}: %s ${outcome}`, (_, endpoint) => {
      for (const { base, url } of outcomeOf(endpoint)) {
        if (outcome === "refused" || !stays(base, url)) assert.fail(`under ${base.path}/ it became ${url.href}`)
      }
    })
  }

  it("are at least 300, all different", () => {
    const all = hostileEndpoints.flatMap(({ cases }) => cases)
    assert.isAtLeast(all.length, 300)
    assert.deepStrictEqual([...new Set(all)], all)
  })

  it("are refused by the guard, with a note that nothing was sent", () => {
    const result = resolve(bases[0]!, "//evil.example?token=hunter22", "leading-slash")
    if (Result.isSuccess(result)) return assert.fail("accepted")
    assert.strictEqual(result.failure._tag, "Refused")
    assert.strictEqual(result.failure.guard, "endpoint")
    assert.strictEqual(result.failure.nothing, "sent")
    assert.deepStrictEqual(result.failure.remedy, { to: "writeEndpoint", style: "leading-slash" })
    assert.notInclude(JSON.stringify(result.failure), "hunter22")
  })

  it.each([
    ["leading-slash", "enrich/person", "does not start with a slash"],
    ["no-leading-slash", "/v1beta/x", "starts with a slash"]
  ] as const)("in the other path style is refused: %s: %s", (style, endpoint, why) => {
    const result = resolve(bases[0]!, endpoint, style)
    assert.include(Result.isFailure(result) ? result.failure.what : "", why)
  })

  it.each(["/v1beta/x?a=1", "v1beta/x?a=1"])("is the same endpoint in either style: %s", (endpoint) => {
    const result = resolve(bases[1]!, endpoint, "either")
    assert.strictEqual(Result.isSuccess(result) && result.success.href, `${origin}/v1/v1beta/x?a=1`)
  })
})

describe("without the guard", () => {
  const path = "/tenant/v1"
  const all = hostileEndpoints.flatMap(({ cases }) => cases)
  const parse = (text: string, base?: string) => (URL.canParse(text, base) ? [new URL(text, base)] : [])
  const elsewhere = (url: URL) => url.origin !== origin
  const outside = (url: URL) => elsewhere(url) || !url.pathname.startsWith(`${path}/`)
  const climbs = (url: URL) => outside(url) || !staysBelow(path, url.pathname)
  const results = all.flatMap((endpoint) => parse(endpoint, `${origin}${path}/`))
  const joinResults = all.flatMap((endpoint) => parse(origin + path + endpoint))
  const joinedToOrigin = all.flatMap((endpoint) => parse(origin + endpoint))
  const counts = {
    "new URL(endpoint, base) leaves the origin": [results.filter(elsewhere).length, 100],
    "base + endpoint leaves the base path": [joinResults.filter(outside).length, 100],
    "base + endpoint leaves the base path once a server decodes again": [joinResults.filter(climbs).length, 150],
    "origin + endpoint leaves the origin": [joinedToOrigin.filter(elsewhere).length, 50]
  } as const

  it.each(Object.entries(counts).map(([way, [n, least]]) => [way, n, least] as const))(
    "%s for %i of them",
    (_, n, least) => assert.isAtLeast(n, least)
  )
})

describe("a valid endpoint", () => {
  it.each(
    validEndpoints
      .flatMap(({ endpoint, becomes }) =>
        styles.map((style) => {
          const text = style === "leading-slash" ? endpoint : endpoint.slice(1)
          return [style, quote(text), text, becomes ?? endpoint] as const
        })
      )
      .filter(([, , text]) => text !== "")
  )("in the %s style is accepted: %s", (style, _shown, endpoint, expected) => {
    for (const base of bases) {
      const result = resolve(base, endpoint, style)
      if (Result.isFailure(result)) return assert.fail(result.failure.what)
      assert.strictEqual(
        result.success.origin + result.success.pathname + result.success.search,
        origin + base.path + expected
      )
      assert.isTrue(staysBelow(base.path, result.success.pathname))
    }
  })
})

describe("whatever is accepted", () => {
  /** Fragments of the hostile endpoints: the delimiters, and the text between them. */
  const fragments = [
    ...new Set(
      hostileEndpoints.flatMap(({ cases }) =>
        cases.filter((text) => text.length < 100).flatMap((text) => text.split(/(?<=[/\\?#@:;%])|(?=[/\\?#@:;%])/))
      )
    )
  ]
  const Piece = Schema.Union([
    Schema.Literals(fragments),
    Schema.Literals(["/", "/", "%2f", "..", ".", "%2e", "%25", "v1", "tenant", "x", "?", "&a=b"]),
    Schema.String.check(Schema.isMaxLength(3))
  ])
  const Endpoint = Schema.Array(Piece).check(Schema.isMaxLength(10))

  it.prop(
    "has the base's origin and a path under the base, also for servers that decode again or read it leniently",
    [Endpoint, Schema.Literals(styles), Schema.Boolean],
    ([pieces, style, slash]) => {
      const endpoint = (slash ? "/" : "") + pieces.join("")
      return bases.every((base) => {
        const result = resolve(base, endpoint, style)
        return Result.isFailure(result) || stays(base, result.success)
      })
    },
    { arbitrary: { runs: 4000 } }
  )

  it.prop(
    "of only names and numbers is accepted unchanged",
    [Schema.Array(Schema.String.check(Schema.isPattern(/^[\w~$&'()*+,=:@-]{1,8}$/))).check(Schema.isMinLength(1))],
    ([segments]) =>
      bases.every((base) => {
        const result = resolve(base, `/${segments.join("/")}`, "leading-slash")
        return Result.isSuccess(result) && result.success.href === `${origin}${base.path}/${segments.join("/")}`
      }),
    { arbitrary: { runs: 200 } }
  )
})

describe("comparable", () => {
  it.each([
    ["/enrich/person", "/enrich/person"],
    ["/enrich/%70erson", "/enrich/person"],
    ["/enrich/%2570erson", "/enrich/person"],
    ["/enrich%2Fperson", "/enrich/person"],
    ["/enrich%E2%88%95person", "/enrich/person"],
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

  it.prop(
    "knows a path by the same name as a spelling of it that hides its letters",
    [Schema.Array(Schema.String.check(Schema.isPattern(/^[\w.~:-]{1,8}$/))).check(Schema.isMinLength(1))],
    ([segments]) => {
      const path = `/${segments.join("/")}`
      const hidden = path.replace(/[\w.]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
      return comparable(path) === comparable(hidden)
    },
    { arbitrary: { runs: 500 } }
  )
})
